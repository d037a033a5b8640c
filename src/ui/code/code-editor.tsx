import { acceptCompletion, autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { bracketMatching, HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { type Diagnostic, setDiagnostics } from '@codemirror/lint';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { useEffect, useRef, useState } from 'react';
import type { CodeLanguage, CodeProblem } from './code-language.ts';

type CodeEditorProps = {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly language: () => Promise<CodeLanguage>;
  readonly problems: readonly CodeProblem[];
  readonly readOnly: boolean;
  readonly describedBy: string;
};

const colours = HighlightStyle.define([
  { tag: tags.propertyName, class: 'code-name' },
  { tag: tags.operator, class: 'code-operator' },
  { tag: tags.logicOperator, class: 'code-join' },
  { tag: tags.literal, class: 'code-value' },
  { tag: tags.special(tags.variableName), class: 'code-special' },
]);

/** The editor. While the user types, its own text is current. A different `value` from outside replaces it. */
export function CodeEditor({ label, value, onChange, language, problems, readOnly, describedBy }: CodeEditorProps) {
  const [host, setHost] = useState<HTMLDivElement | null>(null);
  const [view, setView] = useState<EditorView | null>(null);
  const heard = useRef(onChange);
  /** Texts sent to `onChange` that have not come back as `value` yet: typing can run ahead of rendering. */
  const told = useRef<string[]>([]);
  useEffect(() => {
    heard.current = onChange;
  }, [onChange]);
  useEffect(() => {
    if (!host) return undefined;
    const spoken = new Compartment();
    const tell = (text: string) => {
      told.current.push(text);
      heard.current(text);
    };
    const made = new EditorView({
      parent: host,
      state: EditorState.create({
        doc: '',
        extensions: [
          base,
          spoken.of([]),
          EditorState.readOnly.of(readOnly),
          EditorView.contentAttributes.of({ 'aria-label': label, 'aria-describedby': describedBy }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged && !update.transactions.some((t) => t.isUserEvent('given'))) tell(update.state.doc.toString());
          }),
        ],
      }),
    });
    setView(made);
    let gone = false;
    void language().then(({ language: spokenIn, complete }) => {
      const speaking = [spokenIn, autocompletion({ override: [complete], icons: false })];
      if (!gone) made.dispatch({ effects: spoken.reconfigure(speaking) });
    });
    return () => {
      gone = true;
      made.destroy();
    };
  }, [host, label, language, readOnly, describedBy]);
  useEffect(() => {
    if (!view) return;
    const back = told.current.indexOf(value);
    told.current = told.current.slice(back + 1);
    if (back >= 0 || view.state.doc.toString() === value) return;
    told.current = [];
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: value }, userEvent: 'given' });
  }, [view, value]);
  useEffect(() => {
    if (!view) return;
    view.dispatch(setDiagnostics(view.state, marksOf(problems, view.state.doc.length)));
  }, [view, problems]);
  return <div ref={setHost} className="code-editor" />;
}

/** Problems as marks within a text of `end` characters. Each mark is at least one character wide. */
const marksOf = (problems: readonly CodeProblem[], end: number): Diagnostic[] =>
  problems.map(({ from, to, words }) => ({
    from: Math.min(from, end),
    to: Math.min(Math.max(to, from + 1), end),
    severity: 'error',
    message: words,
  }));

const base: Extension = [
  history(),
  bracketMatching(),
  closeBrackets(),
  EditorView.lineWrapping,
  syntaxHighlighting(colours),
  keymap.of([
    { key: 'Tab', run: acceptCompletion },
    ...closeBracketsKeymap,
    ...completionKeymap,
    ...historyKeymap,
    ...defaultKeymap,
  ]),
];
