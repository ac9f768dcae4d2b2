// The mistakes of these shops. MISTAKE=ships_twice enables one; without it, a shop is correct.

const { MISTAKE } = process.env

/** Whether the mistake with this name is enabled. */
export const mistake = (name) => MISTAKE === name
