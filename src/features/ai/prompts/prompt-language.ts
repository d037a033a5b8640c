import { StreamLanguage } from '@codemirror/language';
import { operationOf } from '#domain/ai/operations.ts';
import type { CodeLanguage } from '#src/ui/code/code-language.ts';

/** Marks text in double braces. */
const language = StreamLanguage.define({
  name: 'prompt',
  token(stream) {
    if (stream.match(/^\{\{[^{}\n]*\}\}/)) return 'propertyName';
    stream.next();
    stream.eatWhile(/[^{]/);
    return null;
  },
});

/** Prompts of an operation in the editor: its placeholders are offered after two braces. */
export const promptLanguage = (operation: number): CodeLanguage => ({
  language,
  complete(context) {
    const begun = context.matchBefore(/\{\{[a-zA-Z]*/);
    if (!begun) return null;
    const placeholders = operationOf(operation)?.placeholders ?? [];
    return {
      from: begun.from,
      options: placeholders.map(({ name, about }) => ({ label: `{{${name}}}`, detail: about, apply: `{{${name}}}` })),
    };
  },
});
