// How branches of a repository, or of those of a project, are merged, and what has to be before.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { t } from '../../../platform/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox, Select } from '../../../ui/fields.tsx';
import { PeopleField, personChoice } from '../../../ui/pickers/people-pickers.tsx';
import { LabelsField } from '../../../ui/pickers/pickers.tsx';
import { ErrorState, Loading, Notice } from '../../../ui/states.tsx';
import ui from '../../../ui/ui.module.css';
import { dropMergeRules, mergeRulesQuery, saveMergeRules } from './settings.queries.ts';
import type { MergeRules, RulesPlace } from './settings.queries.ts';
import css from './settings.module.css';
import { useSaving } from './use-saving.ts';

type Method = MergeRules['methods'][number];

const methods: readonly {
  id: Method;
  label: 'pulls.method.merge' | 'pulls.method.forward' | 'pulls.method.rebase' | 'pulls.method.squash';
}[] = [
  { id: 'merge', label: 'pulls.method.merge' },
  { id: 'fast-forward', label: 'pulls.method.forward' },
  { id: 'rebase', label: 'pulls.method.rebase' },
  { id: 'squash', label: 'pulls.method.squash' },
];
const approvalsMax = 5;

interface Props {
  place: RulesPlace;
  /** What stands below the title. */
  more?: ReactNode;
}

function Methods({
  allowed,
  onChange,
}: {
  allowed: readonly Method[];
  onChange(allowed: readonly Method[]): void;
}): ReactNode {
  return (
    <fieldset className={css.choices}>
      <legend className={ui.label}>{t('repo.methods')}</legend>
      {methods.map(({ id, label }) => (
        <Checkbox
          key={id}
          isSelected={allowed.includes(id)}
          onChange={(isOn) => onChange(isOn ? [...allowed, id] : allowed.filter((one) => one !== id))}
        >
          {t(label)}
        </Checkbox>
      ))}
    </fieldset>
  );
}

function Form({ place, rules, more }: Props & { rules: MergeRules }): ReactNode {
  const [allowed, setAllowed] = useState<readonly Method[]>(rules.methods);
  const [approvals, setApprovals] = useState(rules.required_approvals);
  const [people, setPeople] = useState(
    rules.required_reviewers.flatMap((person) =>
      person.id === null ? [] : [personChoice({ ...person, id: person.id })],
    ),
  );
  const [checks, setChecks] = useState<readonly string[]>(rules.required_checks);
  const [areResolved, setResolved] = useState(rules.requires_resolved_threads);
  const { save, isSaving, problem } = useSaving();
  const send = (): Promise<boolean> =>
    save(() =>
      saveMergeRules(place, {
        methods: [...allowed],
        required_approvals: approvals,
        required_reviewers: people.map((person) => ({ id: Number(person.id) })),
        required_checks: [...checks],
        requires_resolved_threads: areResolved,
      }),
    );
  const isOfProject = place.kind === 'project';
  return (
    <form
      className={`${ui.card} ${css.part}`}
      aria-label={t('repo.merging')}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSaving && allowed.length > 0) void send();
      }}
    >
      <h2>{t('repo.merging')}</h2>
      {rules.is_inherited && (
        <p className={ui.faint}>{t(isOfProject ? 'repo.inheritedByProject' : 'repo.inherited')}</p>
      )}
      {more}
      <Methods allowed={allowed} onChange={setAllowed} />
      <Select
        label={t('repo.approvals')}
        choices={Array.from({ length: Math.max(approvalsMax, approvals) + 1 }, (_, count) => ({
          id: String(count),
          label: String(count),
        }))}
        value={String(approvals)}
        onChange={(count) => setApprovals(Number(count))}
      />
      <PeopleField label={t('repo.reviewers')} people={people} onChange={(chosen) => setPeople([...chosen])} />
      <LabelsField label={t('repo.checks')} labels={checks} suggestions={[]} onChange={setChecks} />
      <Checkbox isSelected={areResolved} onChange={setResolved}>
        {t('repo.resolvedThreads')}
      </Checkbox>
      {problem !== undefined && <Notice kind="error">{problem}</Notice>}
      <div className={ui.row}>
        <Button type="submit" tone="primary" isDisabled={isSaving || allowed.length === 0}>
          {t('admin.save')}
        </Button>
        {!rules.is_inherited && (
          <Button isDisabled={isSaving} onPress={() => void save(() => dropMergeRules(place))}>
            {t(isOfProject ? 'repo.dropRules' : 'repo.inherit')}
          </Button>
        )}
      </div>
    </form>
  );
}

export function MergingPart(props: Props): ReactNode {
  const { data, error } = useQuery(mergeRulesQuery(props.place));
  if (error !== null) return <ErrorState error={error} />;
  if (data === undefined) return <Loading />;
  return <Form key={JSON.stringify(data)} rules={data} {...props} />;
}
