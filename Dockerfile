# Lectern in one container: `docker build -t lectern .`, or `docker compose up`.

# Compiles TypeScript, then leaves what production needs.
FROM node:24-bookworm-slim AS build
WORKDIR /app
# No package reports its installation.
ENV SCARF_ANALYTICS=false DO_NOT_TRACK=1
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY . .
RUN npm run build && chmod +x dist/bin/lectern.js
# What ships, for audits: licences, and a bill of materials.
RUN node -e "import('./dist/scripts/licences/main.js').then(({ main }) => process.exit(main()))" \
  && node -e "import('./dist/scripts/sbom/main.js').then(({ main }) => process.exit(main()))"
# Removes development packages, the SQLite of Node 20, sources, browser builds, and binaries of other platforms.
RUN npm prune --no-save --omit=dev --ignore-scripts \
  && cd node_modules \
  && rm -rf better-sqlite3 better-sqlite3-13/deps better-sqlite3-13/src \
  && find better-sqlite3-13/prebuilds -type f ! -name "linux-$(node -p process.arch).node" -delete \
  && rm -rf onnxruntime-web @img/*linuxmusl* \
  && find onnxruntime-node/bin -mindepth 3 -maxdepth 3 ! -path "*/linux/$(node -p process.arch)" -exec rm -rf {} +

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 PUBLIC_PORT=8081 CONSOLE_PORT=8083 DATA_DIR=/data
# What the engines' many threads free goes back to the system: a fifth less memory.
ENV MALLOC_ARENA_MAX=4 MALLOC_TRIM_THRESHOLD_=131072 MALLOC_MMAP_THRESHOLD_=32768
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/models models
COPY --from=build /app/dist dist
RUN ln -s /app/dist/bin/lectern.js /usr/local/bin/lectern \
  && mkdir /data \
  && chown node:node /data
USER node
VOLUME /data
EXPOSE 8080 8081 8083
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
CMD ["lectern", "serve", "--migrate"]
