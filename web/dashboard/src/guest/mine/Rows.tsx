import { Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Icon } from '../../components/icons'
import { StatusBadge, type StatusOf } from '../../components/StatusBadge'
import { SpanText } from '../../components/TimeText'
import './Rows.css'

/** A titled list, which is not there while it has nothing. */
export function Rows({ title, shown, level = 3, children }: { title: string; shown: boolean; level?: 2 | 3; children: ReactNode }) {
  if (!shown) return null
  return (
    <section aria-label={title}>
      <Title order={level} size="h5" mb="xs">{title}</Title>
      <ul className="rows">{children}</ul>
    </section>
  )
}

interface RowProps {
  to: string
  span: { from: string; to: string }
  zone: string
  detail: string
  of: StatusOf
  status: string
}

/** One thing of the guest's; the whole row leads to it. */
export function Row({ to, span, zone, detail, of, status }: RowProps) {
  return (
    <li>
      <Link to={to} className="row">
        <span className="row-what">
          <strong><SpanText {...span} zone={zone} style="dateTime" bare /></strong>
          <span className="row-more">
            {detail}
            <StatusBadge of={of} value={status as never} />
          </span>
        </span>
        <Icon name="forward" size={18} />
      </Link>
    </li>
  )
}
