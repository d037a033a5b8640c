/** What an audit line was done to. `name` is its present name, null if it has none or is gone. */
export type ActivityObject = { readonly kind: string; readonly id: string; readonly name: string | null };

/** One field that a change gave another value, as people read it. */
export type FieldChange = { readonly label: string; readonly before: string; readonly after: string };

/** An audit line with everything that its sentence needs. */
export type ActivityLine = {
  /** The name of the call, command or run. */
  readonly command: string;
  /** Who did it. Null for the service itself. */
  readonly who: string | null;
  /** The user that the person worked as. Null if no one works as a user. */
  readonly as: string | null;
  readonly object: ActivityObject | null;
  readonly changes: readonly FieldChange[];
  readonly facts: Readonly<Record<string, unknown>>;
  /** A queued change as an order: “Hold job 884-210”. Null for calls. */
  readonly order: string | null;
};
