# The emulator as an image: `docker build -t payment-emulator .`
#                           `docker run --rm -p 4290:4290 payment-emulator`
# It needs no capability and no writable file, and 128 MB hold some 20,000 charges: add `--read-only --cap-drop ALL
# --security-opt no-new-privileges -m 128m` as you like. test/container/run.sh builds it and runs it that way.

# ---- build: compiler, bundler and every dependency stay in this stage ------------------------------------------
FROM node:24-slim AS build
WORKDIR /src

# The packages in a layer of their own, rebuilt only when the lock file changes. None of them needs its install
# script, so none of those runs.
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts

COPY . .
RUN npm run build \
 && node scripts/sbom.mjs >dist/sbom.cdx.json

# What goes into the image, laid out as it will stand there. Declarations and most library entry points are for the npm
# package, not for a container; `run` and `examine` need the one of the emulator.
RUN mkdir -p /image/app /image/scenarios /writable/compile-cache \
 && cd dist && rm -rf types index.cjs client.js emulator.cjs testing.cjs examine.cjs jest.* playwright.* vitest.* && cd .. \
 && cp -r dist scenarios fixtures LICENSE package.json /image/app/

# ---- run -------------------------------------------------------------------------------------------------------
# The same base as the build: one image to pull and to keep patched. Any base with Node 24 on the PATH works in its
# place; a distroless one is half the size (132 MB for 286) and has no shell.
FROM node:24-slim

ENV EMULATOR_HOST=0.0.0.0 \
    EMULATOR_SCENARIOS=/scenarios \
    NODE_COMPILE_CACHE=/app/compile-cache

# Owned by root: the process cannot change its own code even where the file system is not read-only. /scenarios is
# an empty folder to mount one's own scenario files over; not a VOLUME, which would leave an anonymous volume behind
# for every container that mounts nothing.
COPY --from=build /image/ /
COPY --from=build --chown=65532:65532 /writable/ /app/

# By number, so that Kubernetes can see that it is not root (runAsNonRoot).
USER 65532:65532
WORKDIR /app

# V8's compiled code, made by really serving a few requests: the first answer comes sooner, from a read-only file
# system too. Here and not in the build stage, because a cache counts only for the same Node, flags, user and path.
# Where it does not count (another --user, NODE_OPTIONS with V8 flags, another processor) Node compiles as usual.
RUN --mount=type=bind,from=build,source=/src/scripts,target=/mnt ["node", "/mnt/warm.mjs", "/app/dist/main.js"]

EXPOSE 4290

# Every 100 ms until it is healthy, so that a job which waits for that waits no longer than it must (Docker 25 and
# newer; older ones ask every `interval`). Reads EMULATOR_PORT: move the port by that and not by a flag.
HEALTHCHECK --interval=10s --timeout=5s --start-period=10s --start-interval=100ms --retries=3 \
  CMD ["node", "/app/dist/main.js", "healthcheck"]

# Without a shell between, so that SIGTERM reaches the emulator, which drains and exits 0. Arguments are appended:
# `docker run payment-emulator scenarios list`.
ENTRYPOINT ["node", "/app/dist/main.js"]

LABEL org.opencontainers.image.title="payment-emulator" \
      org.opencontainers.image.description="An in-memory emulator of a payment service, for tests" \
      org.opencontainers.image.licenses="MIT"
