/** The product's ID of a job that a text may be, as people write it; null for any other text. */
export const ownIdIn = (written: string): number | null => (/^\d{1,15}$/.test(written) ? Number(written) : null);
