/** The text in every row of the customer `id`. No other row has it. */
export const canaryOf = (id: number): string => `canary${id}zq`;

/** The UUID of every row of customer `id` that has one. */
export const uuidOf = (id: number): string => `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`;

/** The device of the person of customer `id`. */
export const clientIdOf = (id: number): string => `device-${String(id).padStart(12, '0')}`;

/** The bytes of the file of the customer’s job. */
export const plantedFile = (id: number): Buffer => Buffer.from(`${canaryOf(id)}\n`);

export type Values = Readonly<Record<string, unknown>>;
export type PlantedRow = readonly [table: string, row: Values];
