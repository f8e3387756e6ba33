// Which values of one list go with which of another: one matrix for each pair of lists.
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { t } from '../../../platform/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { PickField } from '../../../ui/pickers/pickers.tsx';
import { Notice } from '../../../ui/feedback/async-states.tsx';
import ui from '../../../ui/ui.module.css';
import css from '../administration.module.css';
import { none } from '../definition/definition-draft.ts';
import type { DraftField, ListRule } from '../definition/definition-draft.ts';
import { useDefinition } from '../definition/use-definition.ts';
import { allowAll, findEmptying, isAllowed, isOf, listPairs, setAllowed } from './list-rules.ts';
import { asChoice, isValueList, useFields } from './use-fields.ts';

const valuesOf = (field: DraftField): { id: number; label: string }[] => [
  { id: none, label: t('design.rules.none') },
  ...field.values.filter(({ isHidden }) => !isHidden),
];

interface MatrixProps {
  source: DraftField;
  target: DraftField;
  set(step: (rules: readonly ListRule[]) => readonly ListRule[]): void;
}

function Matrix({ source, target, set }: MatrixProps): ReactNode {
  const { draft } = useDefinition();
  const pair = { source: source.id, target: target.id };
  const rules = draft.rules.lists;
  const [rows, columns] = [valuesOf(source), valuesOf(target)];
  const emptying = findEmptying(
    rules,
    pair,
    rows.map(({ id }) => id),
  );
  const name = t('design.rules.pair', { source: source.label, target: target.label });
  return (
    <section className={ui.stack} aria-label={name}>
      <div className={ui.row}>
        <h3 className={ui.grow}>{name}</h3>
        <Button
          tone="quiet"
          isIcon
          aria-label={t('design.rules.removePair', { pair: name })}
          onPress={() => set((now) => now.filter((rule) => !isOf(pair, rule)))}
        >
          <Trash2 />
        </Button>
      </div>
      <div className={`${ui.card} ${css.scroll}`} role="region" aria-label={name} tabIndex={0}>
        <table className={css.table}>
          <thead>
            <tr>
              <th scope="col">{t('design.rules.with', { source: source.label, target: target.label })}</th>
              {columns.map(({ id, label }) => (
                <th key={id} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id}>
                <th scope="row">{row.label}</th>
                {columns.map((column) => (
                  <td key={column.id}>
                    <input
                      type="checkbox"
                      aria-label={t('design.rules.allow', { source: row.label, target: column.label })}
                      checked={isAllowed(rules, pair, row.id, column.id)}
                      onChange={(event) => set((now) => setAllowed(now, pair, row.id, column.id, event.target.checked))}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {emptying.length > 0 && (
        <Notice>
          {t('design.rules.emptying', {
            values: rows.flatMap(({ id, label }) => (emptying.includes(id) ? [label] : [])).join(', '),
            target: target.label,
          })}
        </Notice>
      )}
    </section>
  );
}

export function ListRules(): ReactNode {
  const { draft, change, idOf } = useDefinition();
  const fields = useFields(isValueList);
  const [firstSource, setSource] = useState<string>();
  const [firstTarget, setTarget] = useState<string>();
  const [source, target] = [firstSource, firstTarget].map((id) => id && String(idOf(Number(id))));
  const set: MatrixProps['set'] = (step) =>
    change((now) => ({ ...now, rules: { ...now.rules, lists: step(now.rules.lists) } }));
  const find = (id: number | string | undefined): DraftField | undefined =>
    fields.find((field) => String(field.id) === String(id));
  const [from, to] = [find(source), find(target)];
  const pairs = listPairs(draft.rules.lists);
  const isThere = pairs.some((pair) => String(pair.source) === source && String(pair.target) === target);
  const add = (): void => {
    if (from === undefined || to === undefined) return;
    const ids = (field: DraftField): number[] => valuesOf(field).map(({ id }) => id);
    set((now) => allowAll(now, { source: from.id, target: to.id }, ids(from), ids(to)));
    setSource(undefined);
    setTarget(undefined);
  };
  return (
    <section className={ui.stack} aria-label={t('design.rules.lists')}>
      <h2>{t('design.rules.lists')}</h2>
      <p className={ui.soft}>{t('design.rules.listsText')}</p>
      {pairs.map((pair) => {
        const [one, other] = [find(pair.source), find(pair.target)];
        if (one === undefined || other === undefined) return null;
        return <Matrix key={`${pair.source} ${pair.target}`} source={one} target={other} set={set} />;
      })}
      <div className={`${ui.card} ${css.section}`}>
        <div className={css.pair}>
          <PickField
            label={t('design.rules.source')}
            choices={fields.filter(({ id }) => String(id) !== target).map(asChoice)}
            value={source}
            onChange={setSource}
          />
          <PickField
            label={t('design.rules.target')}
            choices={fields.filter(({ id }) => String(id) !== source).map(asChoice)}
            value={target}
            onChange={setTarget}
          />
        </div>
        <div>
          <Button isDisabled={from === undefined || to === undefined || isThere} onPress={add}>
            {t('design.rules.addPair')}
          </Button>
        </div>
      </div>
    </section>
  );
}
