// Markup that the server rendered.
import { useMemo, useRef } from 'react';
import type { ReactNode } from 'react';
import { useEffect } from '../../platform/effects.ts';
import { t } from '../../platform/i18n.ts';
import { dressMarkup } from './dress-markup.ts';
import css from '../ui.module.css';

/** HTML that the server rendered and cleaned. Its links stay in the application where they lead into it. */
export function Markup({ html }: { html: string }): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const shown = place.current;
    if (shown === null || !html.includes('@')) return;
    // Names that lead nowhere can be read all the same.
    void import('./mentions.ts').then(({ linkPeople }) => linkPeople(shown)).catch(() => undefined);
  }, [html]);
  const dressed = useMemo(() => dressMarkup(html, { code: t('ui.markup.code'), table: t('ui.markup.table') }), [html]);
  return <div ref={place} className={css.markup} dangerouslySetInnerHTML={{ __html: dressed }} />;
}
