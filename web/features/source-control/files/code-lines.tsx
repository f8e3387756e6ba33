// A text by lines, with numbers that can be linked to.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { MouseEvent, ReactNode } from 'react';
import { t } from '../../../platform/i18n.ts';
import { Notice } from '../../../ui/states.tsx';
import { readLines, writeLines } from '../code-search.ts';
import css from '../code.module.css';
import { colourLines } from './highlighting.ts';

interface Props {
  path: string;
  text: string;
  /** What stands beside a line, such as who wrote it, by its number from 1. */
  beside?: (line: number) => ReactNode;
}

/** More lines are not drawn. */
const drawnMax = 5000;

/** Without the empty one behind a last line break. */
export const linesOf = (text: string): string[] => {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
};

export function CodeLines({ path, text, beside }: Props): ReactNode {
  const lines = linesOf(text);
  const { data: coloured } = useQuery({
    queryKey: ['code', 'coloured', path, text],
    queryFn: async () => (await colourLines(path, text)) ?? null,
    gcTime: 0,
  });
  const [marked, setMarked] = useState(() => readLines(window.location.hash));
  useEffect(() => {
    if (marked !== undefined) document.getElementById(`L${marked.first}`)?.scrollIntoView({ block: 'center' });
    // Once, for the lines that the address came with.
  }, []);
  const choose = (event: MouseEvent, line: number): void => {
    event.preventDefault();
    const next =
      event.shiftKey && marked !== undefined
        ? { first: Math.min(marked.first, line), last: Math.max(marked.first, line) }
        : { first: line, last: line };
    setMarked(next);
    window.history.replaceState(window.history.state, '', `#${writeLines(next)}`);
  };
  return (
    <>
      {lines.length > drawnMax && <Notice kind="warning">{t('code.longFile', { count: drawnMax })}</Notice>}
      <div className={css.scroll} tabIndex={0} role="region" aria-label={path}>
        <table className={css.code}>
          <tbody>
            {lines.slice(0, drawnMax).map((line, index) => {
              const number = index + 1;
              const html = coloured?.[index];
              const isMarked = marked !== undefined && number >= marked.first && number <= marked.last;
              return (
                <tr key={number} id={`L${number}`} data-marked={isMarked}>
                  {beside !== undefined && <td className={css.beside}>{beside(number)}</td>}
                  <td className={css.number}>
                    <a
                      href={`#L${number}`}
                      tabIndex={-1}
                      aria-label={t('code.line', { number })}
                      onClick={(event) => choose(event, number)}
                    >
                      {number}
                    </a>
                  </td>
                  {html === undefined ? (
                    <td className={css.text}>{line}</td>
                  ) : (
                    <td className={css.text} dangerouslySetInnerHTML={{ __html: html }} />
                  )}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </>
  );
}
