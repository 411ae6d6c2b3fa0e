// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// The oracle of a Uniswap v3 pool, with the interface of real pools. Nobody trades here: whoever calls it moves the tick, at the time
/// of the block or at a time of the past. It is for local chains only.
contract PricePool {
  struct Observation {
    uint32 time;
    int56 tickCumulative;
  }

  /// As real pools emit it.
  event Swap(
    address indexed sender,
    address indexed recipient,
    int256 amount0,
    int256 amount1,
    uint160 sqrtPriceX96,
    uint128 liquidity,
    int24 tick
  );

  address public token0;
  address public token1;
  uint24 public fee;
  uint128 public liquidity;
  uint160 private sqrtPriceX96;
  int24 private tick;
  uint16 private size;
  Observation[] private observations;

  function setUp(address first, address second, uint24 poolFee, uint16 cardinality) external {
    token0 = first;
    token1 = second;
    fee = poolFee;
    size = cardinality;
  }

  function setLiquidity(uint128 amount) external {
    liquidity = amount;
  }

  /// From each of these times on the pool had this tick. Times ascend, and none is in the future.
  function record(int24[] calldata ticks, uint32[] calldata times, uint160 price) external {
    for (uint256 index; index < ticks.length; index++) {
      int56 cumulative;
      if (observations.length > 0) {
        Observation storage last = observations[observations.length - 1];
        cumulative = last.tickCumulative + int56(tick) * int56(uint56(times[index] - last.time));
      }
      observations.push(Observation(times[index], cumulative));
      tick = ticks[index];
    }
    sqrtPriceX96 = price;
  }

  /// Swaps in this block, one after the other, each with the price after it. No token moves.
  function trade(int256[] calldata amounts0, int256[] calldata amounts1, uint160[] calldata prices, int24 lastTick) external {
    for (uint256 index; index < prices.length; index++) {
      emit Swap(msg.sender, msg.sender, amounts0[index], amounts1[index], prices[index], liquidity, lastTick);
    }
    int56 cumulative;
    if (observations.length > 0) {
      Observation storage last = observations[observations.length - 1];
      cumulative = last.tickCumulative + int56(tick) * int56(uint56(uint32(block.timestamp) - last.time));
    }
    observations.push(Observation(uint32(block.timestamp), cumulative));
    tick = lastTick;
    sqrtPriceX96 = prices[prices.length - 1];
  }

  function slot0() external view returns (uint160, int24, uint16, uint16, uint16, uint8, bool) {
    return (sqrtPriceX96, tick, 0, size, size, 0, true);
  }

  function observe(uint32[] calldata secondsAgos) external view returns (int56[] memory cumulatives, uint160[] memory perLiquidity) {
    cumulatives = new int56[](secondsAgos.length);
    perLiquidity = new uint160[](secondsAgos.length);
    for (uint256 index; index < secondsAgos.length; index++) cumulatives[index] = at(uint32(block.timestamp) - secondsAgos[index]);
  }

  /// A pool remembers its last `size` observations, and nothing before the oldest of them.
  function at(uint32 time) private view returns (int56) {
    uint256 count = observations.length;
    Observation storage last = observations[count - 1];
    if (time >= last.time) return last.tickCumulative + int56(tick) * int56(uint56(time - last.time));
    uint256 oldest = count > size ? count - size : 0;
    for (uint256 index = count - 1; index > oldest; index--) {
      Observation storage before = observations[index - 1];
      if (time < before.time) continue;
      Observation storage next = observations[index];
      return before.tickCumulative
        + ((next.tickCumulative - before.tickCumulative) * int56(uint56(time - before.time))) / int56(uint56(next.time - before.time));
    }
    revert('OLD');
  }
}
