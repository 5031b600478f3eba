import { createRoot } from 'react-dom/client';
import { render } from 'amis';
import 'amis/lib/themes/cxd.css';
import { registerList } from '../../browser/register.js';
registerList({
  name: __PAGED__ ? 'l-amis-p50' : 'l-amis-table',
  mode: __PAGED__ ? 'page' : 'scroll',
  mount(m, root) {
    const columns = m.columns.map((c) => ({ name: c.key, label: c.title, width: 98 }));
    root.style.width = '1200px';
    // paged: crud + api answered from memory + loadDataOnce (client-side paging); table: all rows
    // from the page's data (amis' own virtual body, > 100 rows)
    const body = __PAGED__
      ? {
          type: 'crud',
          api: '/list',
          loadDataOnce: true,
          perPage: 50,
          syncLocation: false,
          affixHeader: false,
          columns,
        }
      : {
          type: 'table',
          source: '${items}',
          affixHeader: false,
          autoFillHeight: { height: 800 },
          columns,
        };
    const fetcher = async () => ({
      ok: true,
      status: 200,
      data: { status: 0, msg: '', data: { items: m.data, total: m.data.length } },
    });
    createRoot(root).render(
      render(
        { type: 'page', data: __PAGED__ ? {} : { items: m.data }, body },
        {},
        { theme: 'cxd', fetcher, isCancel: () => false },
      ),
    );
  },
  hasRow: (r) =>
    [...document.querySelectorAll('td')].some((e) => e.textContent.trim() === `r${r}c0`),
  scroller: () => document.querySelector('.cxd-Table-content'),
  nextPage: () => document.querySelector('.cxd-Pagination-next, .cxd-Pagination li.next')?.click(),
});
