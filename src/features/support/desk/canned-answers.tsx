import { Button, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { listCannedAnswers } from '#contract/support/desk.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';

/** A menu of the provider’s canned answers. Absent while there is none. */
export function CannedAnswers({ onChosen }: { onChosen: (text: string) => void }) {
  const answers = useReply(listCannedAnswers, {}).reply ?? [];
  if (answers.length === 0) return null;
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button variant="default" rightSection={<IconChevronDown size={16} aria-hidden />}>
          Canned answer
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {answers.map(({ id, name, text }) => (
          <Menu.Item key={id} onClick={() => onChosen(text)}>
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
