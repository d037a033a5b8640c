import * as z from 'zod';

/** What a page shows: an element, a text in it, or a text anywhere. */
type Sign = { readonly at?: string; readonly text?: string };
/** The text of an element, or one of its attributes. */
type ValueAt = { readonly at: string; readonly attribute?: string };
type Named<T> = Readonly<Record<string, T>>;

/** What to take from a web page, by CSS selectors. Plain data, so that it can be sent to a process. */
export type PagePlan = {
  /** Each name is found if one of its signs is. */
  readonly signs?: Named<readonly Sign[]>;
  readonly form?: { readonly at: string; readonly controls: Named<string> };
  readonly rows?:
    | { readonly kind: 'table'; readonly at: string; readonly link: string }
    | { readonly kind: 'items'; readonly at: string; readonly link: string; readonly values: Named<ValueAt> };
  readonly values?: Named<ValueAt>;
  readonly labels?: string;
  /** A link, such as that to the next page. */
  readonly link?: string;
};

const Text = z.string();

/** What one page has of its plan, without its rows. */
export const PageFacts = z.object({
  signs: z.array(Text).readonly(),
  /** `named` are the names of the planned controls; a control that is missing is not in it. */
  form: z
    .object({
      action: Text,
      method: z.enum(['GET', 'POST']),
      controls: z.array(z.object({ name: Text, value: Text })).readonly(),
      named: z.record(Text, Text),
    })
    .nullable(),
  /** The names of the values of the rows; null if the page has no such list. */
  columns: z.array(Text).readonly().nullable(),
  values: z.record(Text, Text),
  labels: z.record(Text, Text),
  link: Text.nullable(),
  /** The address that links are relative to, if the page names one. */
  base: Text,
});
export type PageFacts = z.infer<typeof PageFacts>;

/** A row of the list: a value for each column, and its link or ''. */
export const PageRow = z.object({ cells: z.array(Text).readonly(), link: Text });
export type PageRow = z.infer<typeof PageRow>;
