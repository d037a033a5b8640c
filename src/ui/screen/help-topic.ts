/** One thing that people do on a screen: "Hold a job", and how. `keys` is its shortcut. */
export type HowTo = { readonly ask: string; readonly answer: string; readonly keys?: string };

/** What `?` says about a screen, or about several that work alike. An area writes its topics in `src/features/<area>/help.ts`. */
export type HelpTopic = {
  /** Ids of the screens. */
  readonly screens: readonly string[];
  readonly title: string;
  /** What the screen is for, in a sentence or two. */
  readonly about: string;
  readonly how: readonly HowTo[];
};
