import { ActionIcon, Button } from '@mantine/core';
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconBlockquote,
  IconBold,
  IconH2,
  IconH3,
  IconItalic,
  IconList,
  IconListNumbers,
  IconUnderline,
} from '@tabler/icons-react';
import { type Editor, useEditorState } from '@tiptap/react';
import type { ComponentType, MouseEvent } from 'react';
import { LinkControl } from './link-control.tsx';

type Tool = {
  readonly label: string;
  readonly icon: ComponentType<{ size: number; 'aria-hidden': true }>;
  readonly run: (editor: Editor) => void;
  /** Whether it is on at the cursor. Absent for what only acts. */
  readonly isOn?: (editor: Editor) => boolean;
  readonly can?: (editor: Editor) => boolean;
};

const mark = (label: string, icon: Tool['icon'], name: 'bold' | 'italic' | 'underline'): Tool => ({
  label,
  icon,
  run: (editor) => editor.chain().focus().toggleMark(name).run(),
  isOn: (editor) => editor.isActive(name),
});
const heading = (label: string, icon: Tool['icon'], level: 2 | 3): Tool => ({
  label,
  icon,
  run: (editor) => editor.chain().focus().toggleHeading({ level }).run(),
  isOn: (editor) => editor.isActive('heading', { level }),
});

const tools: readonly Tool[] = [
  mark('Bold', IconBold, 'bold'),
  mark('Italic', IconItalic, 'italic'),
  mark('Underline', IconUnderline, 'underline'),
  heading('Heading', IconH2, 2),
  heading('Small heading', IconH3, 3),
  {
    label: 'List',
    icon: IconList,
    run: (editor) => editor.chain().focus().toggleBulletList().run(),
    isOn: (editor) => editor.isActive('bulletList'),
  },
  {
    label: 'Numbered list',
    icon: IconListNumbers,
    run: (editor) => editor.chain().focus().toggleOrderedList().run(),
    isOn: (editor) => editor.isActive('orderedList'),
  },
  {
    label: 'Quote',
    icon: IconBlockquote,
    run: (editor) => editor.chain().focus().toggleBlockquote().run(),
    isOn: (editor) => editor.isActive('blockquote'),
  },
  {
    label: 'Undo',
    icon: IconArrowBackUp,
    run: (editor) => editor.chain().focus().undo().run(),
    can: (editor) => editor.can().undo(),
  },
  {
    label: 'Redo',
    icon: IconArrowForwardUp,
    run: (editor) => editor.chain().focus().redo().run(),
    can: (editor) => editor.can().redo(),
  },
];

const placeholders = [
  ['#NAME#', 'Insert the name of the person'],
  ['#CUSTOMER_NAME#', 'Insert the name of the customer'],
] as const;

/** A click leaves the focus in the message: what is typed right after it must not be lost. */
const keepFocus = (event: MouseEvent) => event.preventDefault();

/** The tools over the message, each reachable by Tab and pressed by Enter. */
export function EditorToolbar({ editor }: { editor: Editor }) {
  const state = useEditorState({
    editor,
    selector: ({ editor: now }) => tools.map(({ isOn, can }) => ({ on: isOn?.(now), can: can?.(now) ?? true })),
  });
  return (
    <div className="message-tools" role="toolbar" aria-label="Format of the message">
      {tools.map(({ label, icon: Icon, run }, at) => (
        <ActionIcon
          key={label}
          variant={state[at]?.on ? 'light' : 'subtle'}
          aria-label={label}
          data-tip={label}
          {...(state[at]?.on !== undefined && { 'aria-pressed': state[at].on })}
          disabled={state[at]?.can === false}
          onMouseDown={keepFocus}
          onClick={() => run(editor)}
        >
          <Icon size={18} aria-hidden />
        </ActionIcon>
      ))}
      <LinkControl editor={editor} />
      {placeholders.map(([text, tip]) => (
        <Button
          key={text}
          size="compact-xs"
          variant="default"
          data-tip={tip}
          onMouseDown={keepFocus}
          onClick={() => editor.chain().focus().insertContent({ type: 'text', text }).run()}
        >
          {text}
        </Button>
      ))}
    </div>
  );
}
