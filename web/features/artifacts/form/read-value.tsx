// A value for reading: links as a table by type, files with their pictures, steps, references; the rest as everywhere.
import { useQuery } from '@tanstack/react-query';
import { Paperclip } from 'lucide-react';
import type { ReactNode } from 'react';
import { ownPath, pageOf } from '../../../platform/addresses.ts';
import { groupNameIn } from '../../../platform/names/group-names.ts';
import { formatExact, formatNumber, t } from '../../../platform/i18n.ts';
import { isRecord, listIn, numberIn, textIn } from '../../../platform/parse-unknown.ts';
import { Loading } from '../../../ui/feedback/async-states.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Markup } from '../../../ui/markdown/markup.tsx';
import ui from '../../../ui/ui.module.css';
import { ShownValue } from '../shown-value.tsx';
import { readShown } from '../values.ts';
import type { Field, Value } from './edits.ts';
import css from './form.module.css';
import { targetsQuery } from './linking/link.queries.ts';
import { linkTypesOf, readLinks } from './linking/links.ts';
import type { ArtifactLink } from './linking/links.ts';
import { lazy } from '../../../ui/lazy.tsx';
import { fieldIs } from '../../fields/index.ts';
import { fieldTypeOf } from '../../fields/index.ts';
import { Link } from '../../../ui/link.tsx';

// Few artifacts have one.
const EffortChart = lazy(async () => (await import('../../../ui/charts/effort-chart.tsx')).EffortChart, {
  Fallback: () => <Loading />,
});

const Nothing = (): ReactNode => <span className={ui.faint}>–</span>;

const typeLabel = (field: Field, { type, direction }: ArtifactLink): string => {
  const known = linkTypesOf(field).find(({ shortName }) => shortName === type);
  const label = direction === 'forward' ? known?.forward : known?.reverse;
  if (label !== undefined && label !== '') return label;
  if (type !== '') return type;
  return t(direction === 'forward' ? 'form.links.plain' : 'form.links.plainReverse');
};

function LinkRow({
  link,
  title,
  status,
}: {
  link: ArtifactLink;
  title: string | undefined;
  status: ReactNode;
}): ReactNode {
  return (
    <li className={css.linkRow}>
      <span className={ui.dot} data-colour={link.colour} />
      <Link to="/artifacts/$id" params={{ id: String(link.id) }} className={css.linkTitle}>
        <span className={ui.soft}>{link.label}</span> {title}
      </Link>
      {status}
    </li>
  );
}

function Links({ field, value }: { field: Field; value: Value }): ReactNode {
  const links = readLinks(value);
  const { data: targets } = useQuery(targetsQuery(links.map(({ id }) => id)));
  if (links.length === 0) return <Nothing />;
  const groups = Map.groupBy(links, (link) => typeLabel(field, link));
  return [...groups].map(([label, group]) => (
    <section key={label} className={css.linkGroup}>
      <h4 className={css.linkKind}>
        {label} <span className={ui.faint}>{group.length}</span>
      </h4>
      <ul>
        {group.map((link) => {
          const target = targets?.get(link.id);
          return (
            <LinkRow
              key={`${link.direction} ${link.id}`}
              link={link}
              title={target?.title}
              status={target?.status && <Badge colour={target.status.colour}>{target.status.label}</Badge>}
            />
          );
        })}
      </ul>
    </section>
  ));
}

/** What the server puts into one zip file. */
const zippedMax = 500;

const FileRows = ({ files }: { files: readonly unknown[] }): ReactNode => (
  <ul className={css.files}>
    {files.map((file) => {
      const url = textIn(file, 'html_url');
      const preview = textIn(file, 'html_preview_url');
      const name = textIn(file, 'name') ?? '';
      const about = textIn(file, 'description') ?? '';
      return (
        <li key={numberIn(file, 'id')} className={css.file}>
          {preview === undefined ? (
            <Paperclip size={14} aria-hidden="true" />
          ) : (
            <img className={css.preview} src={ownPath(preview)} alt="" loading="lazy" />
          )}
          <span className={ui.grow}>
            {url === undefined ? (
              name
            ) : (
              <Link className={ui.target} href={ownPath(url)}>
                {name}
              </Link>
            )}
            {about !== '' && <span className={`${ui.soft} ${ui.small}`}> {about}</span>}
          </span>
          <span className={`${ui.faint} ${ui.small}`}>
            {t('form.files.size', { size: formatNumber(Math.ceil((numberIn(file, 'size') ?? 0) / 1024)) })}
          </span>
        </li>
      );
    })}
  </ul>
);

/** In one zip file. */
function AllFiles({ files }: { files: readonly unknown[] }): ReactNode {
  const ids = files.flatMap((file) => numberIn(file, 'id') ?? []).slice(0, zippedMax);
  return (
    <Link
      className={`${ui.target} ${ui.small}`}
      href={`/plugins/tracker/attachments/zip/files.zip?ids=${ids.join(',')}`}
      download
    >
      {t('form.files.all')}
    </Link>
  );
}

function Files({ value }: { value: Value }): ReactNode {
  const files = listIn(value, 'file_descriptions');
  if (files.length === 0) return <Nothing />;
  return (
    <>
      <FileRows files={files} />
      {files.length > 1 && <AllFiles files={files} />}
    </>
  );
}

const StepText = ({ step, name }: { step: unknown; name: string }): ReactNode => {
  const isHtml = textIn(step, `${name}_format`) === 'html' || textIn(step, `commonmark_${name}`) !== undefined;
  const text = textIn(step, name) ?? '';
  return isHtml ? <Markup html={text} /> : <span className={ui.plain}>{text}</span>;
};

function Steps({ value }: { value: Value }): ReactNode {
  const steps = listIn(value, 'value');
  if (steps.length === 0) return <Nothing />;
  return (
    <ol className={css.steps}>
      {steps.map((step, at) => (
        <li key={at} className={css.step}>
          <span className={css.stepNumber}>{at + 1}</span>
          <StepText step={step} name="description" />
          <StepText step={step} name="expected_results" />
        </li>
      ))}
    </ol>
  );
}

function References({ value }: { value: Value }): ReactNode {
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

function Computed({ value }: { value: Value }): ReactNode {
  const isAuto = value['is_autocomputed'] !== false;
  const number = isAuto ? numberIn(value, 'value') : numberIn(value, 'manual_value');
  if (number === undefined) return <Nothing />;
  return (
    <span>
      {formatExact(number)} {isAuto && <span className={`${ui.faint} ${ui.small}`}>{t('form.computed.isAuto')}</span>}
    </span>
  );
}

function Groups({ field, value }: { field: Field; value: Value }): ReactNode {
  const ids = new Set(listIn(value, 'granted_groups_ids').map(String));
  if (ids.size === 0) return <span className={ui.soft}>{t('form.groups.everybody')}</span>;
  const values = isRecord(field.values) ? field.values : {};
  const labels = listIn(values, 'ugroup_representations')
    .filter((group) => ids.has(textIn(group, 'id') ?? ''))
    .map((group) => groupNameIn(group) ?? '');
  return <Badge colour="fiesta-red">{t('form.groups.limited', { groups: labels.join(', ') })}</Badge>;
}

/** Whom alone the artifact is shown to, for its head; nothing where everybody may see it. */
export const Limits = ({ fields, values }: { fields: readonly Field[]; values: readonly Value[] }): ReactNode =>
  fields.filter(fieldIs.groups).map((field) => {
    const value = values.find(({ field_id: id }) => id === field.field_id);
    const isLimited = listIn(value, 'granted_groups_ids').length > 0;
    return value !== undefined && isLimited && <Groups key={field.field_id} field={field} value={value} />;
  });

/** The value of a field; `value` is undefined where the artifact has none. */
export function ReadValue({ field, value }: { field: Field; value: Value | undefined }): ReactNode {
  if (value === undefined && !fieldIs.groups(field)) return <Nothing />;
  if (value === undefined) return <span className={ui.soft}>{t('form.groups.everybody')}</span>;
  const { reader } = fieldTypeOf(field.type);
  switch (reader) {
    case 'links':
      return <Links field={field} value={value} />;
    case 'files':
      return <Files value={value} />;
    case 'steps':
      return <Steps value={value} />;
    case 'references':
      return <References value={value} />;
    case 'sum':
      return <Computed value={value} />;
    case 'burndown':
    case 'burnup':
      return <EffortChart title={field.label} kind={reader} value={value['value']} />;
    case 'groups':
      return <Groups field={field} value={value} />;
    case undefined:
      return <ShownValue shown={readShown(value)} />;
  }
}
