import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { usePins } from './pins.ts';

/** Counting needs the query language, which the frame of the app can show its links without. */
const ViewCount = lazy(() => import('#src/features/staging/views/view-count.tsx').then((m) => ({ default: m.ViewCount })));

/** The user's own screens and views, with the number of jobs behind each view. */
export function Pinned({ onNavigate }: { onNavigate: () => void }) {
  const { pins, unpin } = usePins();
  const { pathname, search } = useLocation();
  if (pins.length === 0) return null;
  return (
    <section className="sidebar-pinned" aria-labelledby="pinned">
      <h2 id="pinned">Pinned</h2>
      <ul>
        {pins.map(({ to, label }) => (
          <li key={to}>
            <Link to={to} className={`sidebar-item${to === `${pathname}${search}` ? ' active' : ''}`} onClick={onNavigate}>
              <span className="sidebar-label">{label}</span>
              {to.startsWith('/staging') && (
                <Suspense fallback={null}>
                  <ViewCount to={to} />
                </Suspense>
              )}
            </Link>
            <ActionIcon
              size="xs"
              className="sidebar-unpin"
              aria-label={`Unpin ${label}`}
              data-tip="Unpin"
              onClick={() => unpin(to)}
            >
              <IconX size={12} aria-hidden />
            </ActionIcon>
          </li>
        ))}
      </ul>
    </section>
  );
}
