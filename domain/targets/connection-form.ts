/**
 * One field of the form that connects a target. `name`: the setting or the secret that holds its value. A secret is never shown
 * again. `pattern`: what a text must match as a whole. `remedy`: what a person must write if a required value is missing, is not of
 * its type or does not match.
 */
export type ConnectionField = {
  readonly name: string;
  readonly type: 'text' | 'url' | 'id' | 'secret';
  readonly label: string;
  readonly hint?: string;
  readonly pattern?: RegExp;
  readonly isRequired: boolean;
  readonly remedy: string;
};

/**
 * The form that connects targets of one kind: its fields in the order of the screen. `ownSignIn`: the name of the system whose own page a
 * person can sign in at; the sign-in that it gives takes the place of a secret that is not required.
 */
export type ConnectionForm = { readonly fields: readonly ConnectionField[]; readonly ownSignIn?: string };
