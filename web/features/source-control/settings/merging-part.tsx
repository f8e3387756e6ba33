// How branches of a repository, or of those of a project, are merged, and what has to be before.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { t } from '../../../platform/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox, Select } from '../../../ui/forms/fields.tsx';
import { PeopleField, personChoice } from '../../../ui/pickers/people-pickers.tsx';
import { LabelsField } from '../../../ui/pickers/pickers.tsx';
import { ErrorState, Loading, Notice } from '../../../ui/feedback/async-states.tsx';
import ui from '../../../ui/ui.module.css';
import { dropMergeRules, mergeRulesQuery, saveMergeRules } from './settings.queries.ts';
import type { MergeRules, RulesPlace } from './settings.queries.ts';
import css from './settings.module.css';
import { useSubmit } from '../../../ui/forms/use-submit.ts';

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

type Concern = MergeRules['open_threads'];
const concerns: readonly Concern[] = ['allow', 'confirm', 'refuse'];

/** What comes of something that is better not there when a branch is merged. */
const ConcernField = ({ label, value, onChange }: ConcernProps): ReactNode => (
  <Select
    label={label}
    choices={concerns.map((id) => ({ id, label: t(`repo.concern.${id}`) }))}
    value={value}
    onChange={(id) => onChange(concerns.find((one) => one === id) ?? value)}
  />
);

interface ConcernProps {
  label: string;
  value: Concern;
  onChange(value: Concern): void;
}

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
  const [threads, setThreads] = useState(rules.open_threads);
  const [reviews, setReviews] = useState(rules.missing_reviews);
  const [outdated, setOutdated] = useState(rules.outdated_approvals);
  const { submit, isSending, problem } = useSubmit({ invalidates: [['code']], toast: t('ui.saved') });
  const send = (): Promise<boolean> =>
    submit(() =>
      saveMergeRules(place, {
        methods: [...allowed],
        required_approvals: approvals,
        required_reviewers: people.map((person) => ({ id: Number(person.id) })),
        required_checks: [...checks],
        open_threads: threads,
        missing_reviews: reviews,
        outdated_approvals: outdated,
      }),
    );
  const isOfProject = place.kind === 'project';
  return (
    <form
      className={`${ui.card} ${css.part}`}
      aria-label={t('repo.merging')}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSending && allowed.length > 0) void send();
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
      <ConcernField label={t('repo.openThreads')} value={threads} onChange={setThreads} />
      <ConcernField label={t('repo.missingReviews')} value={reviews} onChange={setReviews} />
      <ConcernField label={t('repo.outdatedApprovals')} value={outdated} onChange={setOutdated} />
      {problem !== undefined && <Notice kind="error">{problem}</Notice>}
      <div className={ui.row}>
        <Button type="submit" tone="primary" isDisabled={isSending || allowed.length === 0}>
          {t('ui.save')}
        </Button>
        {!rules.is_inherited && (
          <Button isDisabled={isSending} onPress={() => void submit(() => dropMergeRules(place))}>
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
