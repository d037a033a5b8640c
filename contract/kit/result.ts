/** An expected outcome as a value, without exceptions: a result or the reason that there is none. */
export type Result<T, E> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: E };

/** A success. */
export const ok = <T>(value: T): { readonly ok: true; readonly value: T } => ({ ok: true, value });

/** An expected failure. */
export const no = <E>(error: E): { readonly ok: false; readonly error: E } => ({ ok: false, error });
