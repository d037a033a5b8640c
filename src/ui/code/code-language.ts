import type { CompletionSource } from '@codemirror/autocomplete';
import type { Language } from '@codemirror/language';

/** A problem in the text, from one character offset to another. */
export type CodeProblem = { readonly from: number; readonly to: number; readonly words: string };

/** A language for the editor: its syntax colors and its completions. */
export type CodeLanguage = { readonly language: Language; readonly complete: CompletionSource };
