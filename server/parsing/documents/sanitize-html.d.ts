// The package brings no types. Only what the two files named `clean-html.ts` use is declared.
declare module 'sanitize-html' {
  type Options = {
    readonly allowedTags: readonly string[];
    readonly allowedAttributes: Readonly<Record<string, readonly string[]>>;
    readonly allowedStyles: Readonly<Record<string, Readonly<Record<string, readonly RegExp[]>>>>;
    readonly allowedSchemes: readonly string[];
    readonly allowProtocolRelative: boolean;
    readonly disallowedTagsMode: 'discard';
    readonly nonTextTags: readonly string[];
    readonly nestingLimit: number;
    readonly transformTags?: Readonly<
      Record<string, (tagName: string, attribs: Record<string, string>) => { tagName: string; attribs: Record<string, string> }>
    >;
  };
  export default function sanitizeHtml(html: string, options: Options): string;
}
