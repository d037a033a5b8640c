/** Conditions that were dropped so far. */
export const dropped: ReadonlySet<string>;
/** The statement without its conditions on the customer. */
export function withoutConditions(text: string, choice: string): string;
/** Makes every connection of this process send statements without these conditions. Returns how to end that. */
export function dropConditions(choice: string): () => void;
