// The mistakes of these shops. MISTAKE=ships_twice switches one on; without it a shop is correct.

const { MISTAKE } = process.env

/** Whether the mistake of this name is switched on. */
export const mistake = (name) => MISTAKE === name
