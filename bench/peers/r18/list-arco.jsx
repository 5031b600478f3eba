import { createRoot } from 'react-dom/client';
import { Table } from '@arco-design/web-react';
import '@arco-design/web-react/dist/css/arco.css';
import { registerList } from '../../browser/register.js';
registerList({
  name: __PAGED__ ? 'l-arco-p50' : 'l-arco',
  mode: __PAGED__ ? 'page' : 'scroll',
  mount(m, root) {
    const columns = m.columns.map((c) => ({ title: c.title, dataIndex: c.key, width: 98 }));
    root.style.width = '1200px';
    createRoot(root).render(
      __PAGED__ ? (
        <Table
          size="small"
          rowKey="id"
          columns={columns}
          data={m.data}
          pagination={{ pageSize: 50 }}
          scroll={{ y: 800 }}
        />
      ) : (
        <Table
          size="small"
          rowKey="id"
          virtualized
          columns={columns}
          data={m.data}
          pagination={false}
          scroll={{ x: 1176, y: 800 }}
          border
        />
      ),
    );
  },
  hasRow: (r) =>
    [...document.querySelectorAll('.arco-table-cell-wrap-value, .arco-table-td')].some(
      (e) => e.textContent === `r${r}c0`,
    ),
  scroller: () => document.querySelector('.arco-table-body'),
  nextPage: () => document.querySelector('.arco-pagination-item-next').click(),
});
