// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// A price feed with the interface of Chainlink's proxies. Its rounds are written by whoever calls it: it is for local chains only.
/// Rounds before the present phase are those of another contract of this kind, as they are behind a real proxy.
contract PriceFeed {
  struct Round {
    int256 answer;
    uint256 updatedAt;
  }

  uint256 private phase;
  uint256 private lastRound;
  mapping(uint256 => Round) private rounds;
  mapping(uint16 => address) public phaseAggregators;
  string public description;
  uint8 public decimals;

  function setUp(string calldata name, uint8 places, uint16 phaseId) external {
    description = name;
    decimals = places;
    phase = phaseId;
    phaseAggregators[phaseId] = address(this);
  }

  function follow(uint16 phaseId, address earlier) external {
    phaseAggregators[phaseId] = earlier;
  }

  function record(int256[] calldata answers, uint256[] calldata times) external {
    for (uint256 index; index < answers.length; index++) rounds[++lastRound] = Round(answers[index], times[index]);
  }

  /// The last round of this contract, without its phase.
  function latestRound() external view returns (uint256) {
    return lastRound;
  }

  function latestRoundData() external view returns (uint80, int256, uint256, uint256, uint80) {
    return read(uint80((phase << 64) | lastRound));
  }

  function getRoundData(uint80 id) external view returns (uint80, int256, uint256, uint256, uint80) {
    return read(id);
  }

  function read(uint80 id) private view returns (uint80, int256, uint256, uint256, uint80) {
    uint16 phaseId = uint16(id >> 64);
    uint64 number = uint64(id);
    if (phaseId != phase) {
      (int256 answer, uint256 updatedAt) = PriceFeed(phaseAggregators[phaseId]).roundOf(number);
      return (id, answer, updatedAt, updatedAt, id);
    }
    Round storage found = rounds[number];
    require(found.updatedAt > 0, 'No data present');
    return (id, found.answer, found.updatedAt, found.updatedAt, id);
  }

  function roundOf(uint64 number) external view returns (int256, uint256) {
    Round storage found = rounds[number];
    require(found.updatedAt > 0, 'No data present');
    return (found.answer, found.updatedAt);
  }
}
