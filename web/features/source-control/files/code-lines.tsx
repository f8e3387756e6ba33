// A text by lines, with numbers that can be linked to.
import { useQuery } from '@tanstack/react-query';
import { memo, useCallback, useRef, useState } from 'react';
import type { MouseEvent, ReactNode } from 'react';
import { useEffect } from '../../../platform/effects.ts';
import { t } from '../../../platform/i18n.ts';
import { Notice } from '../../../ui/feedback/async-states.tsx';
import { readLines, writeLines } from '../code-search.ts';
import css from '../code.module.css';
import { colourLines } from './highlighting.ts';
import { Link } from '../../../ui/link.tsx';

interface Props {
  path: string;
  text: string;
  /** What stands beside lines, such as who wrote them, by their numbers from 1. */
  beside?: ReadonlyMap<number, ReactNode>;
  /** What stands beside them is still to come. */
  isWaiting?: boolean;
}

/** More lines are not drawn. */
const renderedMax = 5000;

/** Without the empty one behind a last line break. */
export const linesOf = (text: string): string[] => {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
};

interface LineProps {
  number: number;
  text: string;
  html: string | undefined;
  isMarked: boolean;
  hasBeside: boolean;
  beside: ReactNode;
  onChoose(event: MouseEvent, line: number): void;
}

const Line = memo(function Line({ number, text, html, isMarked, hasBeside, beside, onChoose }: LineProps): ReactNode {
  return (
    <tr id={`L${number}`} data-marked={isMarked}>
      {hasBeside && <td className={css.beside}>{beside}</td>}
      <td className={css.number}>
        <Link
          href={`#L${number}`}
          tabIndex={-1}
          aria-label={t('code.line', { number })}
          onClick={(event) => onChoose(event, number)}
        >
          {number}
        </Link>
      </td>
      {html === undefined ? (
        <td className={css.text}>{text}</td>
      ) : (
        <td className={css.text} dangerouslySetInnerHTML={{ __html: html }} />
      )}
    </tr>
  );
});

export function CodeLines({ path, text, beside, isWaiting = false }: Props): ReactNode {
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
  const last = useRef(marked);
  const choose = useCallback((event: MouseEvent, line: number): void => {
    event.preventDefault();
    const from = event.shiftKey ? last.current : undefined;
    const next = { first: Math.min(from?.first ?? line, line), last: Math.max(from?.first ?? line, line) };
    last.current = next;
    setMarked(next);
    window.history.replaceState(window.history.state, '', `#${writeLines(next)}`);
  }, []);
  return (
    <>
      {lines.length > renderedMax && <Notice kind="warning">{t('code.longFile', { count: renderedMax })}</Notice>}
      <div className={css.scroll} tabIndex={0} role="region" aria-label={path} aria-busy={isWaiting}>
        <table className={css.code} data-waiting={isWaiting}>
          <tbody>
            {lines.slice(0, renderedMax).map((line, index) => {
              const number = index + 1;
              return (
                <Line
                  key={number}
                  number={number}
                  text={line}
                  html={coloured?.[index]}
                  isMarked={marked !== undefined && number >= marked.first && number <= marked.last}
                  hasBeside={beside !== undefined}
                  beside={beside?.get(number)}
                  onChoose={choose}
                />
              );
            })}
          </tbody>
        </table>
      </div>
    </>
  );
}
