/** Stands where a credential was. */
export const mask = '***'
