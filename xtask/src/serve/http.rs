//! HTTP around the services: decides what reaches it, and how long anybody may
//! take.
//!
//! A body is counted while it is read, whatever its header promises, and no
//! more than the cap is ever held. Whoever is slow holds a connection and no
//! place among the requests in flight, so that slow and half-open clients
//! starve nobody. A payment that began is finished in a thread that no
//! disconnect cancels; whether its answer was handed over is seen where the
//! last byte leaves.

use std::future::{Future, poll_fn};
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, HttpBody as _};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::Response;
use axum::routing::{get, post};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service as _, service_fn};
use hyper_util::rt::TokioTimer;
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::time::{Instant, timeout, timeout_at};

use super::candidates;
use super::handover::{Handover, ReplyBody, Watched};
use super::metrics::Route;
use super::reply::Reply;
use super::service::Service;
use super::terms::SIGNATURE;

/// Longest submission that is admitted.
const CAP: u64 = argument_check::BODY_CAP as u64;
/// What is read beyond a cap, so that the sender hears why it is refused.
const DRAIN: u64 = 3 * CAP;
/// Connections at once: fewer than the descriptors that a process usually has.
const CONNECTIONS: u32 = 768;

/// How much the service takes on.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Limits {
    /// For the headers, and then for the rest of a request.
    pub(crate) time: Duration,
    /// Requests in flight.
    pub(crate) in_flight: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            time: Duration::from_secs(10),
            in_flight: 256,
        }
    }
}

/// What every request meets.
struct Front {
    service: Arc<Service>,
    limits: Limits,
    in_flight: Arc<Semaphore>,
}

/// What a request knows of its connection.
#[derive(Clone)]
struct Connection {
    peer: SocketAddr,
    handover: Arc<Handover>,
}

/// Serves on `listener` until `stop` comes, and then until what was begun is
/// finished or out of time.
pub(crate) async fn serve(
    listener: TcpListener,
    service: Arc<Service>,
    limits: Limits,
    stop: impl Future<Output = ()>,
) {
    let front = Arc::new(Front {
        service,
        limits,
        in_flight: Arc::new(Semaphore::new(limits.in_flight as usize)),
    });
    let router = router(Arc::clone(&front));
    let connections = Arc::new(Semaphore::new(CONNECTIONS as usize));
    let (ending, ended) = watch::channel(false);
    let mut stop = std::pin::pin!(stop);
    loop {
        tokio::select! {
            () = &mut stop => break,
            (stream, peer, place) = accept(&listener, &connections) => {
                let router = router.clone();
                let ended = ended.clone();
                tokio::spawn(async move {
                    connection(stream, peer, router, limits.time, ended).await;
                    drop(place);
                });
            }
        }
    }
    drop(listener);
    let _ = ending.send(true);
    let patience = limits.time + Duration::from_secs(1);
    // Whoever is still slow after that is cut off; payments are finished.
    let _ = timeout(patience, connections.acquire_many(CONNECTIONS)).await;
    let _ = front.in_flight.acquire_many(limits.in_flight).await;
}

/// The next connection, once there is room for it.
async fn accept(
    listener: &TcpListener,
    connections: &Arc<Semaphore>,
) -> (TcpStream, SocketAddr, Option<OwnedSemaphorePermit>) {
    let place = Arc::clone(connections).acquire_owned().await.ok();
    loop {
        match listener.accept().await {
            Ok((stream, peer)) => return (stream, peer, place),
            // Out of descriptors, most likely: some will be given back.
            Err(_) => tokio::time::sleep(Duration::from_millis(50)).await,
        }
    }
}

/// Serves one connection; headers that do not come in time are told so.
async fn connection(
    stream: TcpStream,
    peer: SocketAddr,
    router: Router,
    time: Duration,
    mut ended: watch::Receiver<bool>,
) {
    let handover = Arc::new(Handover::default());
    let watched = Watched::new(stream, Arc::clone(&handover));
    let router = TowerToHyperService::new(router);
    let service = service_fn(move |mut request: hyper::Request<Incoming>| {
        let handover = Arc::clone(&handover);
        request
            .extensions_mut()
            .insert(Connection { peer, handover });
        let answer = router.call(request);
        // Unpin, so that the socket can be had back below.
        Box::pin(answer) as Pin<Box<dyn Future<Output = _> + Send>>
    });
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(time);
    let mut serving = http.serve_connection(watched, service);
    let mut ending = false;
    let result = loop {
        tokio::select! {
            result = poll_fn(|cx| serving.poll_without_shutdown(cx)) => break result,
            _ = ended.changed(), if !ending => {
                ending = true;
                Pin::new(&mut serving).graceful_shutdown();
            }
        }
    };
    let too_slow = result.is_err_and(|error| error.is_timeout());
    let parts = serving.into_parts();
    if too_slow && !parts.read_buf.is_empty() {
        // So few bytes always find room, unless nobody is there to read them.
        let _ = parts.io.into_inner().try_write(TOO_SLOW);
    }
}

/// 408 for headers that did not come in time.
const TOO_SLOW: &[u8] = b"HTTP/1.1 408 Request Timeout\r\n\
    content-type: application/json\r\n\
    content-length: 27\r\n\
    connection: close\r\n\r\n\
    {\"error\":\"request_timeout\"}";

fn router(front: Arc<Front>) -> Router {
    let not_allowed = |allowed: &'static str| {
        move || async move {
            let reply = Reply::error(405, "method_not_allowed");
            plain(reply.with("Allow", allowed))
        }
    };
    Router::new()
        .route(
            "/criteria",
            get(criteria).fallback(not_allowed("GET, HEAD")),
        )
        .route("/metrics", get(metrics).fallback(not_allowed("GET, HEAD")))
        .route("/precheck", post(precheck).fallback(not_allowed("POST")))
        .route("/check", post(check).fallback(not_allowed("POST")))
        .route(
            candidates::PATH,
            get(|| async { plain(candidates::descriptor()) }).fallback(not_allowed("GET, HEAD")),
        )
        .route(
            candidates::EXECUTE,
            post(execute).fallback(not_allowed("POST")),
        )
        .fallback(|| async { plain(Reply::error(404, "not_found")) })
        .with_state(front)
}

async fn criteria(State(front): State<Arc<Front>>) -> Response {
    plain(front.service.criteria())
}

async fn metrics(State(front): State<Arc<Front>>) -> Response {
    plain(front.service.metrics())
}

async fn precheck(State(front): State<Arc<Front>>, request: Request) -> Response {
    let connection = request.extensions().get::<Connection>().cloned();
    let peer = connection.as_ref().map(|it| it.peer.ip().to_string());
    let reply = front
        .answer(Route::Precheck, request, move |service, body| {
            service.precheck(&peer.unwrap_or_default(), &body)
        })
        .await;
    response(reply, connection)
}

async fn check(State(front): State<Arc<Front>>, request: Request) -> Response {
    let connection = request.extensions().get::<Connection>().cloned();
    let payment = request.headers().get(SIGNATURE).cloned();
    let reply = front
        .answer(Route::Check, request, move |service, body| {
            service.check(payment.as_ref().map(HeaderValue::as_bytes), &body)
        })
        .await;
    response(reply, connection)
}

async fn execute(State(front): State<Arc<Front>>, request: Request) -> Response {
    let deadline = Instant::now() + front.limits.time;
    let (parts, body) = request.into_parts();
    let body = timeout_at(deadline, read(&parts.headers, body, candidates::CAP)).await;
    plain(match body {
        Ok(Ok(body)) => match front
            .work(deadline, move || candidates::execute(&body))
            .await
        {
            Ok(reply) => reply,
            Err(Unworked::Overloaded) => Reply::error(503, "overloaded"),
            Err(Unworked::TimeLimit) => Reply::error(500, "time_limit"),
            Err(Unworked::Broken) => Reply::error(500, "internal"),
        },
        Ok(Err(NoBody::TooLong)) => candidates::too_long(),
        Ok(Err(NoBody::Broken)) => Reply::error(400, "incomplete_body"),
        Err(_) => Reply::error(408, "request_timeout").with("Connection", "close"),
    })
}

/// Why a body was not answered.
enum Unworked {
    Overloaded,
    TimeLimit,
    Broken,
}

/// Why there is no body.
enum NoBody {
    TooLong,
    Broken,
}

impl Front {
    /// Reads the body and has `decide` answer it, within the time limit.
    async fn answer(
        &self,
        route: Route,
        request: Request,
        decide: impl FnOnce(Arc<Service>, Vec<u8>) -> Reply + Send + 'static,
    ) -> Reply {
        let service = &self.service;
        let stopped = service.stopped(route);
        let deadline = Instant::now() + self.limits.time;
        let (parts, body) = request.into_parts();
        let body = timeout_at(deadline, read(&parts.headers, body, CAP)).await;
        if let Some(stopped) = stopped {
            // The body was taken in only so that its sender hears the answer.
            return stopped;
        }
        let body = match body {
            Ok(Ok(body)) => body,
            Ok(Err(NoBody::TooLong)) => return service.too_long(route),
            Ok(Err(NoBody::Broken)) => {
                return service.failed(route, Reply::error(400, "incomplete_body"));
            }
            Err(_) => {
                let reply = Reply::error(408, "request_timeout").with("Connection", "close");
                return service.failed(route, reply);
            }
        };
        let working = Arc::clone(service);
        match self.work(deadline, move || decide(working, body)).await {
            Ok(reply) => reply,
            Err(Unworked::Overloaded) => service.failed(route, Reply::error(503, "overloaded")),
            Err(Unworked::TimeLimit) => {
                service.failed(route, Reply::failure(500, route, "time_limit", None))
            }
            Err(Unworked::Broken) => {
                service.failed(route, Reply::failure(500, route, "internal", None))
            }
        }
    }

    /// Has `decide` run in a thread of its own, to its end whatever becomes of
    /// us: what it sells then is refunded, since nobody takes its answer.
    async fn work(
        &self,
        deadline: Instant,
        decide: impl FnOnce() -> Reply + Send + 'static,
    ) -> Result<Reply, Unworked> {
        let place = Arc::clone(&self.in_flight)
            .try_acquire_owned()
            .map_err(|_| Unworked::Overloaded)?;
        let answer = tokio::task::spawn_blocking(move || {
            let reply = decide();
            drop(place);
            reply
        });
        match timeout_at(deadline, answer).await {
            Ok(Ok(reply)) => Ok(reply),
            Ok(Err(_)) => Err(Unworked::Broken),
            Err(_) => Err(Unworked::TimeLimit),
        }
    }
}

/// Reads a body, and holds no more of it than `cap`.
async fn read(headers: &HeaderMap, mut body: Body, cap: u64) -> Result<Vec<u8>, NoBody> {
    let declared = body.size_hint().exact().unwrap_or_default();
    if declared > cap + DRAIN || (declared > cap && headers.contains_key(header::EXPECT)) {
        return Err(NoBody::TooLong);
    }
    let mut kept = Vec::new();
    let mut total = 0;
    while let Some(frame) = poll_fn(|cx| Pin::new(&mut body).poll_frame(cx)).await {
        let frame = frame.map_err(|_| NoBody::Broken)?;
        let Ok(data) = frame.into_data() else {
            continue;
        };
        total += data.len() as u64;
        if total > cap + DRAIN {
            break;
        }
        if total > cap {
            kept = Vec::new();
        } else {
            kept.extend_from_slice(&data);
        }
    }
    if total > cap {
        return Err(NoBody::TooLong);
    }
    Ok(kept)
}

/// A reply that owes nothing.
fn plain(reply: Reply) -> Response {
    response(reply, None)
}

fn response(reply: Reply, connection: Option<Connection>) -> Response {
    let mut response = Response::builder()
        .status(reply.status)
        .header(header::CONTENT_TYPE, reply.content_type);
    for (name, value) in reply.headers {
        response = response.header(name, value);
    }
    let handover = connection.map(|it| it.handover).unwrap_or_default();
    let body = ReplyBody::new(reply.body, reply.receipt, handover);
    response.body(Body::new(body)).unwrap_or_else(|_| {
        // A header of ours that is no header would be a fault of ours.
        let mut broken = Response::new(Body::empty());
        *broken.status_mut() = axum::http::StatusCode::INTERNAL_SERVER_ERROR;
        broken
    })
}
