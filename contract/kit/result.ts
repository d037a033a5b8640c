/** An expected outcome as a value: either what was asked for, or why not. */
export type Result<T, E> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: E };

/** The good outcome. */
export const ok = <T>(value: T): { readonly ok: true; readonly value: T } => ({ ok: true, value });

/** The expected bad outcome. */
export const no = <E>(error: E): { readonly ok: false; readonly error: E } => ({ ok: false, error });
