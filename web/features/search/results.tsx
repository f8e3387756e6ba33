// What was found, best first, each with the words in what is around them; j and k move, o opens.
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useEffect } from '../../platform/effects.ts';
import { pageOf } from '../../platform/addresses.ts';
import type { Schemas } from '../../platform/api.ts';
import type { Shortcut } from '../../platform/keyboard/shortcuts.ts';
import { useShortcuts } from '../../platform/keyboard/shortcuts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Markup } from '../../ui/markdown/markup.tsx';
import { TrackerMark } from '../../ui/tracker-mark.tsx';
import ui from '../../ui/ui.module.css';
import css from './search.module.css';
import { Link } from '../../ui/link.tsx';

type Entry = Schemas['SearchResultEntry'];

/** The hash of a commit as its beginning. */
const shorten = (reference: string): string =>
  reference.replace(/\/([0-9a-f]{10})(?:[0-9a-f]{30}|[0-9a-f]{54})$/, '/$1');

const Result = ({ entry, isCurrent }: { entry: Entry; isCurrent: boolean }): ReactNode => (
  <li className={css.result} data-current={isCurrent}>
    <div className={css.head}>
      <TrackerMark colour={entry.color_name} icon={entry.tracker_icon} />
      <Link to={pageOf(entry.html_url)} className={css.title}>
        {entry.title === '' ? (entry.xref ?? '') : entry.title}
      </Link>
      {entry.badges.map(({ label, color }) => (
        <Badge key={label} colour={color}>
          {label}
        </Badge>
      ))}
    </div>
    <p className={`${ui.faint} ${ui.small}`}>
      {[shorten(entry.xref ?? ''), entry.project.label].filter((text) => text !== '').join(' · ')}
    </p>
    {entry.cropped_content !== null && entry.cropped_content !== '' && (
      <div className={css.excerpt}>
        <Markup html={entry.cropped_content} />
      </div>
    )}
  </li>
);

export function Results({ entries }: { entries: readonly Entry[] }): ReactNode {
  const navigate = useNavigate();
  const list = useRef<HTMLOListElement>(null);
  const [current, setCurrent] = useState(-1);
  const last = entries.length - 1;
  useEffect(() => {
    const row = list.current?.children[current];
    row?.scrollIntoView({ block: 'nearest' });
    row?.querySelector('a')?.focus({ preventScroll: true });
  }, [current]);
  useShortcuts(
    useMemo(
      (): Shortcut[] => [
        { keys: 'j', label: 'search.key.next', run: () => setCurrent((at) => Math.min(at + 1, last)) },
        { keys: 'k', label: 'search.key.previous', run: () => setCurrent((at) => Math.max(at - 1, 0)) },
        {
          keys: 'o',
          label: 'search.key.open',
          run: () => {
            const url = entries[current]?.html_url;
            if (url !== undefined) void navigate({ href: pageOf(url) });
          },
        },
      ],
      [entries, current, last, navigate],
    ),
  );
  return (
    <ol className={css.results} ref={list}>
      {entries.map((entry, index) => (
        <Result key={`${entry.type} ${entry.html_url}`} entry={entry} isCurrent={index === current} />
      ))}
    </ol>
  );
}
