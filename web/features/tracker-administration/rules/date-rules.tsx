// How dates stand to each other: a matrix of the dates with the comparison in each cell.
import { useState } from 'react';
import type { ReactNode } from 'react';
import { t } from '../../../platform/i18n.ts';
import { TagsField } from '../../../ui/pickers/pickers.tsx';
import ui from '../../../ui/ui.module.css';
import css from '../administration.module.css';
import { comparators } from '../definition/definition-draft.ts';
import type { DateRule, DraftField } from '../definition/definition-draft.ts';
import { useDefinition } from '../definition/use-definition.ts';
import { asChoice, useFields } from './use-fields.ts';
import { fieldIs } from '../../fields/index.ts';

/** A matrix of more would have thousands of cells. */
const shownMax = 12;

const isBetween = (rule: DateRule, source: number, target: number): boolean =>
  rule.source === source && rule.target === target;

interface CellProps {
  source: DraftField;
  target: DraftField;
  rules: readonly DateRule[];
  set(source: number, target: number, text: string): void;
}

const Cell = ({ source, target, rules, set }: CellProps): ReactNode => (
  <td>
    <select
      className={ui.input}
      aria-label={t('design.rules.compare', { source: source.label, target: target.label })}
      value={rules.find((rule) => isBetween(rule, source.id, target.id))?.comparator ?? ''}
      onChange={(event) => set(source.id, target.id, event.target.value)}
    >
      <option value="">–</option>
      {comparators.map((one) => (
        <option key={one} value={one}>
          {one}
        </option>
      ))}
    </select>
  </td>
);

export function DateRules(): ReactNode {
  const { draft, change, keyOf } = useDefinition();
  const all = useFields(fieldIs.dated);
  const rules = draft.rules.dates;
  const [chosen, setChosen] = useState<readonly string[]>(() => {
    const ruled = all.filter(({ id }) => rules.some(({ source, target }) => source === id || target === id));
    return [...new Set([...ruled, ...all.slice(0, shownMax - ruled.length)])].map(({ id }) => String(keyOf(id)));
  });
  const fields = all.length <= shownMax ? all : all.filter(({ id }) => chosen.includes(String(keyOf(id))));
  const set = (source: number, target: number, text: string): void => {
    const comparator = comparators.find((one) => one === text);
    change((now) => ({
      ...now,
      rules: {
        ...now.rules,
        dates: [
          ...now.rules.dates.filter((rule) => !isBetween(rule, source, target)),
          ...(comparator === undefined ? [] : [{ source, comparator, target }]),
        ],
      },
    }));
  };
  return (
    <section className={ui.stack} aria-label={t('design.rules.dates')}>
      <h2>{t('design.rules.dates')}</h2>
      <p className={ui.soft}>{t(all.length < 2 ? 'design.rules.fewDates' : 'design.rules.datesText')}</p>
      {all.length > shownMax && (
        <TagsField
          label={t('design.rules.shown')}
          choices={all.map(asChoice)}
          chosen={fields.map(asChoice)}
          onChange={(next) => setChosen(next.map(({ id }) => id))}
        />
      )}
      {fields.length >= 2 && (
        <div className={`${ui.card} ${css.scroll}`} role="region" aria-label={t('design.rules.dates')} tabIndex={0}>
          <table className={css.table}>
            <thead>
              <tr>
                <th scope="col">{t('design.rules.date')}</th>
                {fields.map(({ id, label }) => (
                  <th key={id} scope="col">
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {fields.map((source) => (
                <tr key={source.id}>
                  <th scope="row">{source.label}</th>
                  {fields.map((target) =>
                    source.id === target.id ? (
                      <td key={target.id} />
                    ) : (
                      <Cell key={target.id} {...{ source, target, rules, set }} />
                    ),
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
