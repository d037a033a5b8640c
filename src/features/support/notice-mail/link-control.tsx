import { ActionIcon, Button, Popover, TextInput } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import { type Editor, useEditorState } from '@tiptap/react';
import { useState } from 'react';

/** Sets, changes or removes the link of the selected text. */
export function LinkControl({ editor }: { editor: Editor }) {
  const [address, setAddress] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const isOn = useEditorState({ editor, selector: ({ editor: now }) => now.isActive('link') });
  const open = () => {
    setProblem(null);
    setAddress(String(editor.getAttributes('link')['href'] ?? 'https://'));
  };
  const close = () => setAddress(null);
  const save = () => {
    const href = address?.trim() ?? '';
    if (!/^(https?:\/\/[^\s/]+|mailto:\S+@\S+)/.test(href))
      return setProblem('Enter an address that begins with https:// or mailto:');
    const chain = editor.chain().focus().extendMarkRange('link');
    // Without a selection, the address itself becomes the text.
    if (editor.state.selection.empty && !isOn)
      chain.insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] }).run();
    else chain.setLink({ href }).run();
    close();
  };
  const remove = () => {
    editor.chain().focus().extendMarkRange('link').unsetLink().run();
    close();
  };
  return (
    <Popover opened={address !== null} onChange={(opened) => !opened && close()} trapFocus returnFocus withinPortal>
      <Popover.Target>
        <ActionIcon variant={isOn ? 'light' : 'subtle'} aria-label="Link" data-tip="Link" aria-pressed={isOn} onClick={open}>
          <IconLink size={18} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <div className="message-link">
          <TextInput
            label="Web address"
            type="url"
            data-autofocus
            value={address ?? ''}
            error={problem}
            onChange={(event) => setAddress(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              save();
            }}
          />
          <Button size="xs" onClick={save}>
            Set link
          </Button>
          {isOn && (
            <Button size="xs" variant="default" onClick={remove}>
              Remove link
            </Button>
          )}
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
