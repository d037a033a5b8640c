import { generatePath } from 'react-router-dom';

/**
 * The application adds the patterns of all screens here (`src/app/screens/screens.ts`), so that the compiler knows every path.
 * @public
 */
// biome-ignore lint/suspicious/noEmptyInterface: the application fills it by declaration merging, which only an interface allows.
export interface Addresses {}

type Pattern = Addresses extends { pattern: infer P extends string } ? P : string;
/** Names of a pattern's parameters: `'id' | 'c?'` of `/edittask/:id/:c?`. */
type Place<P extends string> = P extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer More}`
    ? Name | Place<`/${More}`>
    : Rest
  : never;
type Value = string | number;
type Params<P extends string> = { readonly [K in Place<P> as K extends `${string}?` ? never : K]: Value } & {
  readonly [K in Place<P> as K extends `${infer Name}?` ? Name : never]?: Value;
};
type Query = Readonly<Record<string, Value>>;
/** The parameters may be left out if none is required. */
type Rest<P extends string> =
  Partial<Params<P>> extends Params<P> ? [params?: Params<P>, query?: Query] : [params: Params<P>, query?: Query];

/**
 * Path of a screen inside the app: `pathTo('/edittask/:id/:c?', { id: 7 })`, optionally with a query:
 * `pathTo('/staging/:pg?/:all?', {}, { open: 'job:7' })`. An unknown pattern or a missing parameter does not compile.
 */
export function pathTo<P extends Pattern>(pattern: P, ...[params, query = {}]: Rest<P>): string {
  const path = generatePath<string>(pattern, texts(params ?? {}));
  const search = new URLSearchParams(texts(query)).toString();
  return search === '' ? path : `${path}?${search}`;
}

const texts = (values: Query): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
