import { Input } from '@mantine/core';
import { EditorContent, useEditor } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import type { Bound } from '#src/ui/form/use-form.ts';
import { EditorToolbar } from './editor-toolbar.tsx';
import './message-editor.css';

const extensions = [
  StarterKit.configure({
    heading: { levels: [2, 3] },
    link: { openOnClick: false, protocols: ['mailto'] },
    codeBlock: false,
    horizontalRule: false,
    dropcursor: false,
    gapcursor: false,
  }),
];
/** An empty message as a tree: the editor would read one of text with a parser that the page's policy forbids. */
const empty = { type: 'doc', content: [{ type: 'paragraph' }] };

type Props = Bound<string> & { label: string; hint: string };

/** The message of an email. Its value is HTML, and empty where nothing is written. Pasted text is plain: its markup is someone else’s. */
export function MessageEditor({ label, hint, value: _html, onChange, onBlur, error, name, 'data-path': path }: Props) {
  const editor = useEditor({
    extensions,
    content: empty,
    injectCSS: false,
    editorProps: {
      attributes: { 'aria-label': label, 'aria-multiline': 'true', role: 'textbox', 'data-path': path, tabindex: '0' },
      handleDOMEvents: {
        paste: (view, event) => asText(view, event, event.clipboardData),
        drop: (view, event) => asText(view, event, event.dataTransfer),
      },
    },
    onUpdate: ({ editor: changed }) => onChange(changed.isEmpty ? '' : changed.getHTML()),
    onBlur: () => onBlur(),
  });
  return (
    <Input.Wrapper label={label} description={hint} error={error} id={`editor-${name}`} className="message-editor">
      <div className="message-editor-box" data-invalid={Boolean(error) || undefined}>
        {editor && <EditorToolbar editor={editor} />}
        <EditorContent editor={editor} />
      </div>
    </Input.Wrapper>
  );
}

type View = NonNullable<ReturnType<typeof useEditor>>['view'];

/** Takes only the text of what is pasted or dropped. */
function asText(view: View, event: Event, data: DataTransfer | null): boolean {
  const text = data?.getData('text/plain') ?? '';
  event.preventDefault();
  if (text !== '') view.pasteText(text);
  return true;
}
