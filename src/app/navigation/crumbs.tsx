import { ActionIcon } from '@mantine/core';
import { IconPin, IconPinFilled } from '@tabler/icons-react';
import { useEffect } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { useSession } from '#src/entities/session/session.ts';
import { usePageName } from '#src/ui/screen/page-name.ts';
import { useRecents } from '../settings/recents.ts';
import { usePins } from './pins.ts';
import { useCrumbs } from './use-place.ts';
import './crumbs.css';

/** Where the page is, from its workspace down. The same parts name the browser tab. */
export function Crumbs() {
  const { crumbs, name, count } = useCrumbs();
  const { customer } = useSession();
  const { pathname, search } = useLocation();
  const { remember } = useRecents();
  const here = `${pathname}${search}`;
  const counted = count === null ? name : `${name} (${count.toLocaleString('en-US')})`;
  useEffect(() => {
    // The provider's own company has the name of the product.
    document.title = [...new Set([counted, customer.name, 'Jobdock'])].join(' · ');
  }, [counted, customer.name]);
  useEffect(() => remember({ to: pathname, label: name }), [remember, pathname, name]);
  return (
    <nav className="crumbs" aria-label="Breadcrumb">
      <ol>
        {crumbs.map(({ label, to }) => (
          <li key={label}>{to === null ? <span aria-current="page">{label}</span> : <Link to={to}>{label}</Link>}</li>
        ))}
      </ol>
      <Pin to={here} />
    </nav>
  );
}

function Pin({ to }: { to: string }) {
  const page = usePageName();
  const { name } = useCrumbs();
  const { pins, pin, unpin } = usePins();
  const isPinned = pins.some((one) => one.to === to);
  const label = isPinned ? 'Unpin this view' : 'Pin this view';
  return (
    <ActionIcon
      size="sm"
      className="crumbs-pin"
      aria-label={label}
      aria-pressed={isPinned}
      data-tip={label}
      onClick={() => (isPinned ? unpin(to) : pin({ to, label: page?.pin ?? page?.name ?? name }))}
    >
      {isPinned ? <IconPinFilled size={15} aria-hidden /> : <IconPin size={15} aria-hidden />}
    </ActionIcon>
  );
}
