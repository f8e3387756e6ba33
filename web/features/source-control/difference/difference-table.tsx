// The lines of one file that changed, in one column or two.
import { MessageSquarePlus } from 'lucide-react';
import { Fragment, useMemo } from 'react';
import type { ReactNode } from 'react';
import { t } from '../../../platform/i18n.ts';
import css from '../code.module.css';
import type { FileDifference } from '../source-control.queries.ts';
import { pairLines, wordsOf } from './difference-rows.ts';
import type { Line, Piece } from './difference-rows.ts';
import type { LineTalk } from './line-talk.ts';

interface Props {
  file: FileDifference;
  talk: LineTalk | undefined;
}

type Words = ReadonlyMap<Line, readonly Piece[]>;

const useWords = ({ hunks }: FileDifference): Words =>
  useMemo(() => new Map(hunks.flatMap(({ lines }) => [...wordsOf(lines)])), [hunks]);

const signs = { context: ' ', added: '+', removed: '−' } as const;

const Text = ({ line, words }: { line: Line; words: Words }): ReactNode => {
  const pieces = words.get(line);
  if (pieces === undefined) return line.text;
  return pieces.map(({ text, isChanged }, index) =>
    isChanged ? (
      <mark key={index} className={css.word}>
        {text}
      </mark>
    ) : (
      text
    ),
  );
};

const Head = ({ hunk, columns }: { hunk: FileDifference['hunks'][number]; columns: number }): ReactNode => (
  <tr className={css.hunk}>
    <td colSpan={columns}>
      @@ −{hunk.old_start},{hunk.old_count} +{hunk.new_start},{hunk.new_count} @@ {hunk.heading}
    </td>
  </tr>
);

const Begin = ({ file, line, talk }: Props & { line: Line }): ReactNode =>
  talk?.begin === undefined ? null : (
    <button
      type="button"
      className={css.say}
      aria-label={
        line.new_line === null
          ? t('code.commentRemovedLine', { number: line.old_line ?? 0 })
          : t('code.commentLine', { number: line.new_line })
      }
      onClick={(event) => talk.begin?.(file.path, line, event.shiftKey)}
    >
      <MessageSquarePlus aria-hidden="true" size={14} />
    </button>
  );

/** What is said about a line, over all columns. */
const Below = ({ file, line, talk, columns }: Props & { line: Line; columns: number }): ReactNode => {
  const said = talk?.below(file.path, line);
  if (said === undefined || said === null || said === false) return null;
  return (
    <tr>
      <td colSpan={columns} className={css.said}>
        {said}
      </td>
    </tr>
  );
};

const Scroll = ({ file, talk, children }: Props & { children: ReactNode }): ReactNode => (
  <>
    {talk?.elsewhere(file)}
    <div className={css.scroll} tabIndex={0} role="region" aria-label={file.path}>
      {children}
    </div>
  </>
);

export function Unified({ file, talk }: Props): ReactNode {
  const words = useWords(file);
  return (
    <Scroll file={file} talk={talk}>
      <table className={css.code}>
        <tbody>
          {file.hunks.map((hunk) => (
            <Fragment key={`${hunk.old_start} ${hunk.new_start}`}>
              <Head hunk={hunk} columns={3} />
              {hunk.lines.map((line) => (
                <Fragment key={`${line.kind} ${line.old_line} ${line.new_line}`}>
                  <tr data-kind={line.kind}>
                    <td className={css.number}>{line.old_line}</td>
                    <td className={css.number} data-about={talk?.isAbout(file.path, line)}>
                      {line.new_line}
                      <Begin file={file} line={line} talk={talk} />
                    </td>
                    <td className={css.text}>
                      <span className={css.sign} aria-hidden="true">
                        {signs[line.kind]}
                      </span>
                      <Text line={line} words={words} />
                    </td>
                  </tr>
                  <Below file={file} line={line} talk={talk} columns={3} />
                </Fragment>
              ))}
            </Fragment>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

const Half = ({
  line,
  side,
  words,
  ...props
}: Props & { line: Line | undefined; side: 'left' | 'right'; words: Words }): ReactNode => {
  if (line === undefined) return <td colSpan={2} className={css.gap} />;
  return (
    <>
      <td className={css.number} data-kind={line.kind} data-about={props.talk?.isAbout(props.file.path, line)}>
        {side === 'left' ? line.old_line : line.new_line}
        {(line.kind !== 'context' || side === 'right') && <Begin {...props} line={line} />}
      </td>
      <td className={css.text} data-kind={line.kind}>
        <Text line={line} words={words} />
      </td>
    </>
  );
};

export function SideBySide({ file, talk }: Props): ReactNode {
  const words = useWords(file);
  return (
    <Scroll file={file} talk={talk}>
      <table className={`${css.code} ${css.halves}`}>
        <colgroup>
          <col className={css.numbers} />
          <col />
          <col className={css.numbers} />
          <col />
        </colgroup>
        <tbody>
          {file.hunks.map((hunk) => (
            <Fragment key={`${hunk.old_start} ${hunk.new_start}`}>
              <Head hunk={hunk} columns={4} />
              {pairLines(hunk.lines).map(({ left, right }) => (
                <Fragment key={`${left?.old_line} ${right?.new_line}`}>
                  <tr>
                    <Half file={file} talk={talk} line={left} side="left" words={words} />
                    <Half file={file} talk={talk} line={right} side="right" words={words} />
                  </tr>
                  {left !== undefined && left !== right && <Below file={file} line={left} talk={talk} columns={4} />}
                  {right !== undefined && <Below file={file} line={right} talk={talk} columns={4} />}
                </Fragment>
              ))}
            </Fragment>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}
