import { ActionIcon, Button } from '@mantine/core';
import { IconSpeakerphone, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useChanges } from '#src/entities/change/use-changes.ts';
import { useSession } from '#src/entities/session/session.ts';
import { useCollection } from '#src/sync/hooks/use-collection.ts';
import { useNow } from '#src/ui/format/use-format.tsx';
import { shownNotices } from './shown-notices.ts';
import { TextWithLinks } from './text-with-links.tsx';
import './notice-banner.css';

/** Longer texts are cut until the person opens them. */
const shortText = 160;

/** The newest notice of the provider that the person has not dismissed, above every screen. Dismissing it shows the next one. */
export function NoticeBanner() {
  const { role } = useSession();
  const changes = useChanges();
  const { rows } = useCollection('customerNotice');
  const notices = shownNotices(rows, role.userId, new Date(useNow()).toISOString());
  const [opened, setOpened] = useState<number | null>(null);
  const [notice] = notices;
  if (!notice) return null;
  const { id, name, text } = notice;
  const isLong = text.length > shortText || text.includes('\n');
  const isOpen = opened === id || !isLong;
  const dismiss = () =>
    void changes.make('notice.dismiss.v1', { id, userId: role.userId, dismissed: true }, () => 'Notice dismissed');
  return (
    <aside className="notice-banner" aria-label="Notice">
      <IconSpeakerphone size={18} aria-hidden />
      <div className="notice-banner-text">
        <strong>{name}</strong>{' '}
        <span data-open={isOpen || undefined}>
          <TextWithLinks text={isOpen ? text : text.replaceAll(/\s+/g, ' ')} />
        </span>
      </div>
      <div className="notice-banner-actions">
        {notices.length > 1 && <span className="muted">1 of {notices.length}</span>}
        {isLong && (
          <Button size="compact-xs" variant="default" aria-expanded={isOpen} onClick={() => setOpened(isOpen ? null : id)}>
            {isOpen ? 'Show less' : 'Show all'}
          </Button>
        )}
        <ActionIcon variant="subtle" aria-label={`Dismiss: ${name}`} onClick={dismiss}>
          <IconX size={18} aria-hidden />
        </ActionIcon>
      </div>
    </aside>
  );
}
