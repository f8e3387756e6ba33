import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { api, isRefusedWith, take } from '../../platform/api.ts';
import type { Schemas } from '../../platform/api.ts';
import { isNumber } from '../../platform/addresses.ts';
import { t } from '../../platform/i18n.ts';
import { createLabel } from '../../platform/names/create-label.ts';
import { isolate } from '../../platform/names/isolate.ts';
import { numberIn } from '../../platform/parse-unknown.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { useSelf } from '../../platform/session.ts';
import { Button } from '../../ui/button.tsx';
import { NoAccess } from '../../ui/no-access/no-access.tsx';
import { Checkbox } from '../../ui/forms/fields.tsx';
import { say } from '../../ui/feedback/toasts.tsx';
import { Empty, Loading, Notice } from '../../ui/feedback/async-states.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { Unread } from '../../ui/no-access/read-error.tsx';
import ui from '../../ui/ui.module.css';
import { describeEdit, isTall } from './form/edits.ts';
import { formQuery } from './artifact.queries.ts';
import { childrenOf, takesChildren } from './form/creating/copy-children.ts';
import { Document, useBoxes } from './form/document.tsx';
import { FormNotices, LeaveGuard, ProblemCount } from './form/form-bars.tsx';
import { FormBar } from './form/form-bar.tsx';
import { FormProvider } from './form/model.ts';
import type { FormModel } from './form/model.ts';
import type { Prefill } from './form/creating/new-search.ts';
import { allowedIds, chosenIn, firstStates, governedField } from './form/rules.ts';
import { isCreatable } from './form/creating/start.ts';
import { useNewArtifact } from './form/creating/use-new-artifact.ts';
import type { NewForm } from './form/creating/use-new-artifact.ts';

const route = getRouteApi('/trackers/$tracker/new');

type Tracker = Schemas['Tracker'];
type Artifact = Schemas['Artifact'];

function modelOf(tracker: Tracker, form: NewForm, create: () => void): FormModel {
  const states = firstStates(tracker);
  return {
    tracker,
    projectId: tracker.project.id,
    artifactId: undefined,
    valueOf: () => undefined,
    entryOf: form.entryOf,
    currentOf: form.currentOf,
    isWhole: true,
    firstFieldId: numberIn(tracker.semantics['title'], 'field_id'),
    whyNot: (field) => (isCreatable(field) ? undefined : t('form.whyNot.right')),
    isHidden: () => false,
    isShown: isCreatable,
    isMarked: () => false,
    allowedOf(field) {
      const byRules = allowedIds(tracker, field.field_id, (id) => chosenIn(form.currentOf(id)));
      if (governedField(tracker) !== field.field_id || states === undefined) return byRules;
      return byRules === undefined ? states : byRules.intersection(states);
    },
    open: () => {},
    change: form.change,
    close: () => {},
    save: create,
    isBusy: form.isBusy,
  };
}

/** What the artifact will be called, for saying that it was made. */
function titleIn(tracker: Tracker, form: NewForm): string {
  const field = numberIn(tracker.semantics['title'], 'field_id');
  const title = field === undefined ? undefined : form.currentOf(field);
  return title === undefined || isTall(title) ? '' : describeEdit(title);
}

const AllFields = (): ReactNode => <Document boxes={useBoxes()} />;

interface NewProps {
  tracker: Tracker;
  prefill: Prefill;
  source: Artifact | undefined;
}

function NewArtifact({ tracker, prefill, source }: NewProps): ReactNode {
  const navigate = useNavigate();
  const [isMore, setMore] = useState(false);
  const [withChildren, setWithChildren] = useState(false);
  const hasChildren = source !== undefined && childrenOf(source).length > 0 && tracker.fields.some(takesChildren);
  const open = (id: number): void =>
    void navigate({ to: '/artifacts/$id', params: { id: String(id) }, ignoreBlocker: true });
  const onMade = (id: number): void => {
    if (!isMore) return open(id);
    const title = `${tracker.item_name} #${id} ${isolate(titleIn(tracker, form))}`.trim();
    say('success', t('form.new.made', { title }), { label: t('form.new.open'), run: () => open(id) });
  };
  const form = useNewArtifact({ tracker, prefill, source, onMade, withChildren });
  const create = (): void => void form.create();
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    create();
  };
  if (!tracker.fields.some(isCreatable))
    return (
      <div className={ui.stack}>
        <FormNotices form={form} />
        <Empty title={t('form.new.forbidden')} />
      </div>
    );
  return (
    <FormProvider value={modelOf(tracker, form, create)}>
      <div className={ui.stack} onKeyDown={onKeyDown}>
        <FormNotices form={form} />
        <AllFields />
        <FormBar label={t('form.new.create')}>
          {form.problem !== undefined && <Notice kind="error">{form.problem}</Notice>}
          <div className={ui.row}>
            <Button tone="primary" isDisabled={form.isBusy} onPress={create}>
              {t('form.new.create')}
            </Button>
            <Checkbox isSelected={isMore} onChange={setMore}>
              {t('form.new.another')}
            </Checkbox>
            {hasChildren && (
              <Checkbox isSelected={withChildren} onChange={setWithChildren}>
                {t('form.new.withChildren')}
              </Checkbox>
            )}
            <ProblemCount entries={form.entries} />
          </div>
        </FormBar>
      </div>
      <LeaveGuard isDirty={form.changed.length > 0} onDiscard={form.discard} />
    </FormProvider>
  );
}

export function NewArtifactPage(): ReactNode {
  const { tracker } = route.useParams();
  return isNumber(tracker) ? <NewIn id={tracker} /> : <NoAccess title={tracker} />;
}

function NewIn({ id }: { id: string }): ReactNode {
  const prefill = route.useSearch();
  const self = useSelf();
  const wasSignedIn = useRef(false);
  // Who was signed in once signs in again over the page.
  wasSignedIn.current ||= self !== undefined;
  const { data: tracker, error, refetch } = useQuery(formQuery(id));
  usePageContext(
    tracker && {
      projectId: tracker.project.id,
      tracker: { id: tracker.id, label: tracker.label, colour: tracker.color_name, icon: tracker.icon },
    },
  );
  const sourceId = Number(prefill['copy_from'] ?? 0);
  const source = useQuery({
    queryKey: ['/artifacts', sourceId, 'source'],
    queryFn: () => take(api.GET('/artifacts/{id}', { params: { path: { id: sourceId } } })),
    enabled: sourceId > 0,
  });
  const title = createLabel(tracker?.singular_label ?? '');
  const isReady = tracker !== undefined && (sourceId === 0 || source.data !== undefined);
  const refused = error ?? source.error;
  // The form stays to be copied from where the tracker can't be read any more, and says itself that the server is away.
  const failure = isReady && !isRefusedWith(refused, 403, 404) ? null : refused;
  return (
    <Page
      title={title}
      crumbs={
        tracker === undefined
          ? []
          : [
              { label: tracker.project.label, to: `/projects/${tracker.project.id}` },
              { label: tracker.label, to: `/trackers/${tracker.id}` },
              { label: t('form.new.button') },
            ]
      }
    >
      {failure !== null && <Unread asked={{ tracker: Number(id) }} error={failure} onRetry={() => void refetch()} />}
      {failure === null && !isReady && <Loading lines={8} />}
      {isReady && !wasSignedIn.current && <Empty title={t('form.new.forbidden')} />}
      {isReady && wasSignedIn.current && (
        <NewArtifact
          key={`${id} ${JSON.stringify(prefill)}`}
          tracker={tracker}
          prefill={prefill}
          source={source.data}
        />
      )}
    </Page>
  );
}
