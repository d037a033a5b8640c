import { Button, Menu } from '@mantine/core';
import { IconChevronDown, IconDownload } from '@tabler/icons-react';
import { useId, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { toast } from '../toast/toasts.tsx';
import type { ChartProps } from './chart-part.tsx';
import { ChartTable } from './chart-table.tsx';
import { ChartView } from './chart-view.tsx';
import { saveChart } from './save-chart.ts';
import './chart.css';

type Props = Omit<ChartProps, 'label'> & {
  title: string;
  about: string;
  isOpen: boolean;
  onFold: (isOpen: boolean) => void;
  /** Draws more bars. Absent if all that can be drawn are. */
  onMore?: () => void;
};

/** A chart that folds, shows itself as a table, and is saved as a picture. What it does not draw is said in words. */
export function ChartCard({ title, about, isOpen, onFold, onMore, drawn, hrefOf }: Props) {
  const body = useId();
  const room = useRef<HTMLDivElement>(null);
  const [isTable, setTable] = useState(false);
  const chart = { drawn, hrefOf };
  return (
    <section className="card chart-card">
      <header>
        <h2>
          <button
            type="button"
            className="plain-button chart-fold"
            aria-expanded={isOpen}
            aria-controls={body}
            onClick={() => onFold(!isOpen)}
          >
            {title}
            <IconChevronDown size={16} aria-hidden />
          </button>
        </h2>
        {isOpen && (
          <div className="chart-actions">
            <Button size="compact-sm" variant="default" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
              Show as table
            </Button>
            {!isTable && drawn.bars.length > 0 && <SaveMenu title={title} room={room} />}
          </div>
        )}
      </header>
      <div id={body} hidden={!isOpen}>
        {isOpen && (
          <>
            <p className="muted">{about}</p>
            {drawn.bars.length === 0 ? (
              <p className="muted">These rows have nothing to draw.</p>
            ) : isTable ? (
              <ChartTable {...chart} label={`${title} as a table`} />
            ) : (
              <div ref={room}>
                <ChartView {...chart} label={`${title}. Arrow keys go from part to part.`} />
              </div>
            )}
            <Undrawn drawn={drawn} hrefOf={hrefOf} {...(onMore && { onMore })} />
          </>
        )}
      </div>
    </section>
  );
}

/** What the chart does not draw, in words. */
function Undrawn({ drawn: { rest, none }, hrefOf, onMore }: Pick<Props, 'drawn' | 'hrefOf' | 'onMore'>) {
  const noneAt = none && hrefOf(none.opens);
  return (
    <>
      {rest && (
        <p className="chart-rest">
          {`${rest.words}.`}
          {onMore && (
            <Button size="compact-xs" variant="default" onClick={onMore}>
              Show more
            </Button>
          )}
        </p>
      )}
      {none && <p className="chart-rest">{noneAt === null ? `${none.words}.` : <Link to={noneAt}>{none.words}</Link>}</p>}
    </>
  );
}

function SaveMenu({ title, room }: { title: string; room: { readonly current: HTMLElement | null } }) {
  const save = (type: 'svg' | 'png') => async () => {
    const isSaved = room.current !== null && (await saveChart(room.current, title, type).catch(() => false));
    if (!isSaved) toast.error({ title: 'The picture was not made', detail: 'The chart is unchanged. Try again.' });
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button size="compact-sm" variant="default" leftSection={<IconDownload size={14} aria-hidden />}>
          Save chart
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={save('png')}>Save as PNG</Menu.Item>
        <Menu.Item onClick={save('svg')}>Save as SVG</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
