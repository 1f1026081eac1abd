import { Link, Navigate, useNavigate, useParams } from '@tanstack/react-router';
import {
  Award,
  CircleDollarSign,
  DatabaseBackup,
  FolderTree,
  KeyRound,
  LayoutList,
  ListChecks,
  Lock,
  type LucideIcon,
  Package,
  Percent,
  Printer,
  ReceiptText,
  ScrollText,
  Store,
  UsersRound,
} from 'lucide-react';
import { Suspense } from 'react';
import { isManagePage, type ManagePage, managePagesFor } from '#contract/pages.ts';
import { useAddress } from '#web/api/address/address.ts';
import { useUser } from '#web/api/session/session.ts';
import { cx } from '#web/ui/cx.ts';
import { Select } from '#web/ui/fields/select.tsx';
import { useMediaQuery } from '#web/ui/media-query.ts';
import { useKeptFocus } from '#web/ui/layers/kept-focus.ts';
import { type LazyPart, lazyPart } from '#web/ui/lazy-part.tsx';
import { ErrorBoundary } from '#web/ui/status/error-boundary.tsx';
import { EmptyPanel, LoadingPanel } from '#web/ui/status/panels.tsx';

interface PageDefinition {
  readonly title: string;
  readonly icon: LucideIcon;
  /** A sentence under the title about the purpose of the page. */
  readonly purpose: string;
  readonly Page: LazyPart<object>;
  /** A list that fills the room and scrolls by itself. */
  readonly fills?: true;
  /** The page has its own heading, and needs the room. */
  readonly hasHead?: true;
}

const PAGES: Record<ManagePage, PageDefinition> = {
  products: {
    title: 'Products',
    icon: Package,
    purpose: 'Goods, their prices, and the codes that find them.',
    Page: lazyPart(async () => (await import('./products/products-page.tsx')).ProductsPage),
    fills: true,
    hasHead: true,
  },
  categories: {
    title: 'Categories',
    icon: FolderTree,
    purpose: 'Groups of products, in the order in which the tills show them.',
    Page: lazyPart(async () => (await import('./categories/categories-page.tsx')).CategoriesPage),
    fills: true,
  },
  blueprints: {
    title: 'Blueprints',
    icon: LayoutList,
    purpose: 'The fields of each kind of product, and the values that they take.',
    Page: lazyPart(async () => (await import('./blueprints/blueprints-page.tsx')).BlueprintsPage),
    fills: true,
  },
  pricing: {
    title: 'Pricing',
    icon: CircleDollarSign,
    purpose: 'Prices of weighed and rolled goods by quantity, now and later.',
    Page: lazyPart(async () => (await import('./pricing/pricing-page.tsx')).PricingPage),
  },
  taxes: {
    title: 'Taxes',
    icon: Percent,
    purpose: 'The taxes of each location: their goods, their order and their first day.',
    Page: lazyPart(async () => (await import('./taxes/taxes-page.tsx')).TaxesPage),
    fills: true,
  },
  locations: {
    title: 'Locations',
    icon: Store,
    purpose: 'Shops and warehouses: addresses, opening hours and the lines on their receipts.',
    Page: lazyPart(async () => (await import('./locations/locations-page.tsx')).LocationsPage),
    fills: true,
  },
  receipts: {
    title: 'Receipts',
    icon: ReceiptText,
    purpose: 'Paper, logo, texts and QR code of receipts, for the whole business or a location of it.',
    Page: lazyPart(async () => (await import('./receipts/receipts-page.tsx')).ReceiptsPage),
  },
  printers: {
    title: 'Printers',
    icon: Printer,
    purpose: 'Label printers in the network of this location, and the labels that wait for them.',
    Page: lazyPart(async () => (await import('./printers/printers-page.tsx')).PrintersPage),
    fills: true,
  },
  staff: {
    title: 'Staff',
    icon: UsersRound,
    purpose: 'The accounts of your staff: their roles, locations and devices.',
    Page: lazyPart(async () => (await import('./staff/staff-page.tsx')).StaffPage),
    fills: true,
  },
  loyalty: {
    title: 'Loyalty',
    icon: Award,
    purpose: 'Earning, value and expiry of points, for the whole business.',
    Page: lazyPart(async () => (await import('./loyalty/loyalty-page.tsx')).LoyaltyPage),
  },
  'api-keys': {
    title: 'API keys',
    icon: KeyRound,
    purpose: 'Programs that work with this shop, and what each of them may read and change.',
    Page: lazyPart(async () => (await import('./api-keys/api-keys-page.tsx')).ApiKeysPage),
    fills: true,
  },
  audit: {
    title: 'Audit trail',
    icon: ScrollText,
    purpose: 'Every change with its author and its time. Rows are chained by hashes and never change.',
    Page: lazyPart(async () => (await import('./audit/audit-page.tsx')).AuditPage),
    fills: true,
  },
  backups: {
    title: 'Backups',
    icon: DatabaseBackup,
    purpose: 'Copies of the whole shop, made while it sells, and proof that they can be restored.',
    Page: lazyPart(async () => (await import('./backups/backups-page.tsx')).BackupsPage),
  },
  'first-run': {
    title: 'Getting started',
    icon: ListChecks,
    purpose: 'Five steps to the first sale. What is done is read from the shop itself.',
    Page: lazyPart(async () => (await import('./first-run/first-run-page.tsx')).FirstRunPage),
  },
};

/** The prefix of each page's name in the address store. */
const MANAGED = 'manage/';

/** The menu and a table of six columns do not fit beside each other. */
const NARROW = '(max-width: 900px)';

/** The administration: its pages on the left, and the page of the address next to them. Rule: workspace/manage. */
export function ManageView() {
  const { page: routed } = useParams({ strict: false });
  // The address store changes before the router has drawn the change. Without it, a link from a view would look like
  // the bare address of Manage.
  const view = useAddress((address) => address.view);
  const named = view.startsWith(MANAGED) ? view.slice(MANAGED.length) : routed;
  const { permissions } = useUser();
  const offered = managePagesFor(permissions);
  const isNarrow = useMediaQuery(NARROW);
  const page = named === undefined ? offered[0] : offered.find((one) => one === named);
  if (page === undefined) return <NotOffered page={named} />;
  if (named === undefined) return <Navigate to="/manage/$page" params={{ page }} replace />;
  const listed = offered.filter((one) => one !== 'first-run' || one === page);
  return (
    <div className="flex h-full max-[900px]:flex-col">
      <nav
        aria-label="Manage"
        className="flex w-52 shrink-0 flex-col gap-1 overflow-y-auto border-r border-line p-3 max-[1180px]:w-44 max-[900px]:w-full max-[900px]:border-r-0 max-[900px]:border-b max-[900px]:px-6 max-[900px]:py-2 max-[640px]:px-4"
      >
        {isNarrow ? (
          <PageChoice page={page} pages={listed} />
        ) : (
          listed.map((one) => <PageLink key={one} page={one} active={one === page} />)
        )}
      </nav>
      <OpenPage key={page} page={page} />
    </div>
  );
}

/** The menu in a narrow window: one control that names the open page. */
function PageChoice({ page, pages }: { page: ManagePage; pages: readonly ManagePage[] }) {
  const navigate = useNavigate();
  return (
    <Select
      label="Page of Manage"
      size="touch"
      className="w-full"
      value={page}
      options={pages.map((value) => {
        const { title, icon: Icon } = PAGES[value];
        return {
          value,
          label: (
            <span className="flex items-center gap-2.5">
              <Icon aria-hidden className="size-4.5 shrink-0 text-ink-3" strokeWidth={1.75} />
              {title}
            </span>
          ),
        };
      })}
      onChange={(next) => void navigate({ to: '/manage/$page', params: { page: next } })}
    />
  );
}

function PageLink({ page, active }: { page: ManagePage; active: boolean }) {
  const { title, icon: Icon, Page } = PAGES[page];
  const prefetch = () => void Page.fetch();
  return (
    <Link
      to="/manage/$page"
      params={{ page }}
      aria-current={active ? 'page' : undefined}
      onPointerEnter={prefetch}
      onFocus={prefetch}
      className={cx(
        'flex min-h-9 shrink-0 items-center gap-2.5 rounded-md px-2.5 text-sm transition-colors pointer-coarse:min-h-touch',
        active ? 'bg-accent-soft font-medium text-accent-ink' : 'text-ink-2 hover:bg-hover hover:text-ink',
      )}
    >
      <Icon aria-hidden className="size-4.5 shrink-0" strokeWidth={1.75} />
      {title}
    </Link>
  );
}

function OpenPage({ page }: { page: ManagePage }) {
  const { title, purpose, Page, fills, hasHead } = PAGES[page];
  useKeptFocus(page !== 'products');
  const head = (
    <>
      <h2 className="text-xl font-semibold max-[640px]:sr-only">{title}</h2>
      <p className="mt-1 text-sm text-ink-3">{purpose}</p>
    </>
  );
  const body = (
    <ErrorBoundary name={title}>
      <Suspense fallback={<LoadingPanel label={`Loading ${title}...`} />}>
        <Page />
      </Suspense>
    </ErrorBoundary>
  );
  if (fills) {
    return (
      <div id="page" className="flex min-h-0 min-w-0 grow flex-col">
        {!hasHead && <div className="px-6 pt-5 pb-4 max-[640px]:px-4 max-[640px]:pt-3">{head}</div>}
        {body}
      </div>
    );
  }
  return (
    <div id="page" className="min-h-0 min-w-0 grow scroll-pb-24 overflow-y-auto">
      <div className="max-w-5xl px-6 pt-5 max-[640px]:px-4">
        {head}
        {body}
      </div>
    </div>
  );
}

function NotOffered({ page }: { page: string | undefined }) {
  const title = page !== undefined && isManagePage(page) ? PAGES[page].title : 'Manage';
  return (
    <EmptyPanel
      icon={<Lock />}
      title={`${title} is not open to you`}
      hint="Managers and administrators look after this. Ask one of them."
    />
  );
}
