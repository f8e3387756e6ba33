// References of an artifact, and charts of what is done below it.
import type { ReactNode } from 'react';
import { ownPath, pageOf } from '../../../platform/addresses.ts';
import { listIn, textIn } from '../../../platform/parse-unknown.ts';
import { Loading } from '../../../ui/feedback/async-states.tsx';
import { lazy } from '../../../ui/lazy.tsx';
import { Link } from '../../../ui/link.tsx';
import type { ReaderProps } from '../field-parts.ts';
import { Nothing } from '../nothing.tsx';
import css from './references.module.css';

// Few artifacts have one.
const EffortChart = lazy(async () => (await import('../../../ui/charts/effort-chart.tsx')).EffortChart, {
  Fallback: () => <Loading />,
});

export function ReferencesReader({ value }: ReaderProps): ReactNode {
  const references = listIn(value, 'value');
  if (references.length === 0) return <Nothing />;
  return (
    <ul className={css.references}>
      {references.map((reference, at) => {
        const url = textIn(reference, 'url');
        const label = textIn(reference, 'ref') ?? '';
        return <li key={at}>{url === undefined ? label : <Link href={pageOf(ownPath(url))}>{label}</Link>}</li>;
      })}
    </ul>
  );
}

export const BurndownReader = ({ field, value }: ReaderProps): ReactNode => (
  <EffortChart title={field.label} kind="burndown" value={value?.['value']} />
);

export const BurnupReader = ({ field, value }: ReaderProps): ReactNode => (
  <EffortChart title={field.label} kind="burnup" value={value?.['value']} />
);
