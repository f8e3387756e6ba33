// Links of an artifact, by their kinds, with titles and states of what they lead to.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { t } from '../../../platform/i18n.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Link } from '../../../ui/link.tsx';
import ui from '../../../ui/ui.module.css';
import type { ReaderProps } from '../field-parts.ts';
import { Nothing } from '../nothing.tsx';
import type { Field } from '../shapes.ts';
import { targetsQuery } from './link.queries.ts';
import type { Target } from './link.queries.ts';
import { linkTypesOf, readLinks } from './links.ts';
import type { ArtifactLink } from './links.ts';
import css from './links.module.css';

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

/** Of a kind, before the others are asked for. */
const rowsMax = 6;

function LinkGroup({
  label,
  links,
  targets,
}: {
  label: string;
  links: readonly ArtifactLink[];
  targets: ReadonlyMap<number, Target> | undefined;
}): ReactNode {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole || links.length <= rowsMax + 1 ? links : links.slice(0, rowsMax);
  return (
    <section className={css.linkGroup}>
      <h4 className={css.linkKind}>
        {label} <span className={ui.faint}>{links.length}</span>
      </h4>
      <ul>
        {shown.map((link) => {
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
      {shown.length < links.length && (
        <Button tone="quiet" onPress={() => setWhole(true)}>
          {t('form.links.all', { count: links.length })}
        </Button>
      )}
    </section>
  );
}

export function LinksReader({ field, value }: ReaderProps): ReactNode {
  const links = readLinks(value);
  const { data: targets } = useQuery(targetsQuery(links.map(({ id }) => id)));
  if (links.length === 0) return <Nothing />;
  const groups = Map.groupBy(links, (link) => typeLabel(field, link));
  return [...groups].map(([label, group]) => <LinkGroup key={label} label={label} links={group} targets={targets} />);
}
