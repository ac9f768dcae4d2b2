/** Replaces a credential. */
export const mask = '***'
