/** Whether the key must be entered again: a stored key is sent only to the host that it was entered for. */
export const wantsKey = (
  draft: { readonly url: string | null; readonly key?: string | null | undefined },
  kept: { readonly url: string | null; readonly hasKey: boolean } | null,
): boolean =>
  draft.key === undefined &&
  draft.url !== null &&
  kept !== null &&
  kept.hasKey &&
  kept.url !== null &&
  new URL(draft.url).origin !== new URL(kept.url).origin;

/** The refusal of a draft that wants its key. */
export const rekey = { kind: 'invalid', fields: { key: 'Write the key again: the address is of another host.' } } as const;
