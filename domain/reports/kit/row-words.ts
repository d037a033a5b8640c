/** A number of rows in words, such as `1 row` or `10,000 rows`. */
export const rowWords = (rows: number): string => `${rows.toLocaleString('en-US')} ${rows === 1 ? 'row' : 'rows'}`;
