// One change of a field, told.
import type { ReactNode } from 'react';
import { t } from '../../../platform/i18n.ts';
import ui from '../../../ui/ui.module.css';
import { ShownValue } from '../shown-value.tsx';
import type { FieldChange } from './field-changes.ts';
import css from './comments.module.css';
import { diffTexts, lengthOf } from './text-diff.ts';
import type { Piece } from './text-diff.ts';

/** Differences up to this many characters are open at once. */
const openMax = 600;

const ShownPiece = ({ piece: { kind, text } }: { piece: Piece }): ReactNode => {
  if (kind === 'added') return <ins>{text}</ins>;
  if (kind === 'removed') return <del>{text}</del>;
  return kind === 'skipped' ? <span className={css.skipped}>…</span> : text;
};

function TextChange({ label, before, after }: { label: string; before: string; after: string }): ReactNode {
  const pieces = diffTexts(before, after);
  return (
    <details className={css.text} open={lengthOf(pieces) <= openMax}>
      <summary>
        <b>{label}</b>{' '}
        {before === '' ? t('talk.textAdded') : after === '' ? t('talk.textRemoved') : t('talk.textChanged')}
      </summary>
      <div className={css.diff}>
        {pieces.map((piece, index) => (
          <ShownPiece key={index} piece={piece} />
        ))}
      </div>
    </details>
  );
}

export function ShownChange({ change }: { change: FieldChange }): ReactNode {
  if (change.kind === 'text') return <TextChange {...change} />;
  if (change.kind === 'value')
    return (
      <div className={css.change}>
        <b>{change.label}</b>
        <span className="visually-hidden">{t('talk.from')}</span>
        <span className={css.old}>
          <ShownValue shown={change.before} />
        </span>
        <span aria-hidden="true" className={ui.faint}>
          →
        </span>
        <span className="visually-hidden">{t('talk.to')}</span>
        <ShownValue shown={change.after} />
      </div>
    );
  return (
    <div className={css.change}>
      <b>{change.label}</b>
      {change.added.length > 0 && (
        <>
          <span className={ui.soft}>{t('talk.added')}</span>
          <ShownValue shown={{ kind: 'parts', parts: change.added }} />
        </>
      )}
      {change.removed.length > 0 && (
        <>
          <span className={ui.soft}>{t('talk.removed')}</span>
          <span className={css.old}>
            <ShownValue shown={{ kind: 'parts', parts: change.removed }} />
          </span>
        </>
      )}
    </div>
  );
}
