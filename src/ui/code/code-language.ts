import type { CompletionSource } from '@codemirror/autocomplete';
import type { Language } from '@codemirror/language';

/** Something wrong with the text, from one character to another. */
export type CodeProblem = { readonly from: number; readonly to: number; readonly words: string };

/** A language of the editor: how it is coloured and what it proposes. */
export type CodeLanguage = { readonly language: Language; readonly complete: CompletionSource };
