// The package brings no types. Only what `clean-html.ts` uses is declared.
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
  };
  export default function sanitizeHtml(html: string, options: Options): string;
}
