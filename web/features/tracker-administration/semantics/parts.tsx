// What the meanings of a tracker are chosen with.
import type { ReactNode } from 'react';
import { t } from '../../../platform/i18n.ts';
import { PickField } from '../../../ui/pickers/pickers.tsx';
import ui from '../../../ui/ui.module.css';
import css from '../administration.module.css';
import type { DraftField, Semantics } from '../definition/definition-draft.ts';

export interface Props {
  fields: readonly DraftField[];
  semantics: Semantics;
  set(change: Partial<Semantics>): void;
}

export const asChoice = ({ id, label }: DraftField) => ({ id: String(id), label });

interface PickProps {
  label: string;
  hint?: string;
  error?: string | undefined;
  fields: readonly DraftField[];
  value: number | undefined;
  onChange(id: number | undefined): void;
}

export const PickAField = ({ label, hint, error, fields, value, onChange }: PickProps): ReactNode => (
  <PickField
    label={label}
    hint={hint}
    error={error}
    choices={fields.map(asChoice)}
    value={value === undefined ? undefined : String(value)}
    placeholder={t('design.semantic.none')}
    isClearable
    onChange={(id) => onChange(id === undefined ? undefined : Number(id))}
  />
);

export function Section({ name, children }: { name: keyof Semantics; children: ReactNode }): ReactNode {
  return (
    <section className={`${ui.card} ${css.section}`} aria-label={t(`design.semantic.${name}`)}>
      <h2>{t(`design.semantic.${name}`)}</h2>
      <p className={`${ui.soft} ${ui.small}`}>{t(`design.semantic.${name}.text`)}</p>
      {children}
    </section>
  );
}
